import type { App } from './app'
import { letterOf, taking } from './keys'
import { typeAhead } from './typedAhead'

/** Opens the palette, and returns whether the key is the one that does (WF-01). */
export function pressForPalette(event: KeyboardEvent, { session, config }: App): boolean {
  const { ctrlKey, metaKey, altKey, repeat } = event
  if (!(ctrlKey || metaKey) || letterOf(event) !== 'k') return false
  event.preventDefault()
  const { workspace } = session.getSnapshot().children
  const isOpening = workspace?.getSnapshot().context.openings.some(({ name }) => name === 'palette')
  if (!workspace || isOpening || repeat || altKey || document.querySelector(taking)) return true
  workspace.send({ type: 'open.palette', recordId: undefined, input: { extensions: config.extensions } })
  typeAhead(
    workspace,
    { name: 'palette', recordId: undefined },
    {
      write: (palette, text) => palette.send({ type: 'palette.search', text }),
      leave: (palette) => palette.send({ type: 'dialog.leave' }),
    },
  )
  return true
}
