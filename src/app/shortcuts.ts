import { isTyping } from '../browser/useSlash'
import type { AppRouter } from '../router'
import type { App } from './app'
import { pressInList } from './listKeys'
import { areKeysOn, goKeys, letterOf, taking } from './keys'

/** How long `g` waits for its letter, in milliseconds. */
const patience = 1_500
let leading = Number.NEGATIVE_INFINITY

/** A key was pressed, wherever the focus is: it may lead somewhere (WF-01). */
export function press(event: KeyboardEvent, { session, toasts }: App, router: AppRouter): void {
  const { key, ctrlKey, metaKey, altKey, repeat, timeStamp } = event
  const { workspace } = session.getSnapshot().children
  if (!workspace || repeat || ctrlKey || metaKey || altKey || isTyping(event) || document.querySelector(taking)) return
  // What was opened already takes what comes next, though its code may not be here.
  if (workspace.getSnapshot().context.openings.length > 0) return
  const letter = letterOf(event)
  const isOn = areKeysOn()
  if (key === '?') return workspace.send({ type: 'open.keysView', recordId: undefined, input: { isOn } })
  const isLed = isOn && timeStamp - leading < patience
  leading = isOn && letter === 'g' && !isLed ? timeStamp : Number.NEGATIVE_INFINITY
  const to = isLed && letter in goKeys ? goKeys[letter as keyof typeof goKeys] : undefined
  if (to) void router.navigate({ to })
  else if (isOn) pressInList(letter, toasts)
}
