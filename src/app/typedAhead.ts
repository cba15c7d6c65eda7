import type { FlowName, FlowRef } from '../../machines/flows'
import type { Flow } from '../../machines/session/workspace.machine'
import type { WorkspaceRef } from './context'

/** What keys do to a flow that has not taken the focus yet. */
interface Typing<Name extends FlowName> {
  write: (flow: FlowRef<Name>, text: string) => void
  /** Enter; nothing without it. */
  submit?: (flow: FlowRef<Name>) => void
  leave: (flow: FlowRef<Name>) => void
}

interface Awaited {
  isOver: () => boolean
  /** Whether the key means anything to it. */
  press: (key: string) => boolean
}
let awaited: Awaited | undefined

/**
 * Keeps what is typed from now on for a flow that was just opened, until its field has the focus: its code may have to come
 * first, and nobody waits for that with a customer on the phone.
 */
export function typeAhead<Name extends FlowName>(
  workspace: WorkspaceRef,
  { name, recordId }: { name: Name; recordId: string | undefined },
  { write, submit, leave }: Typing<Name>,
): void {
  const from = document.activeElement
  const isIt = (one: { name: FlowName; recordId: string | undefined }) => one.name === name && one.recordId === recordId
  const isOne = (flow: Flow): flow is Extract<Flow, { name: Name }> => isIt(flow)
  const isLoading = () => workspace.getSnapshot().context.openings.some(isIt)
  const flow = () => workspace.getSnapshot().context.flows.find(isOne)?.ref as FlowRef<Name> | undefined
  let text = ''
  let end: ((flow: FlowRef<Name>) => void) | undefined
  const give = () => {
    const ref = flow()
    if (!ref) return
    if (text !== '') write(ref, text)
    end?.(ref)
  }
  const loading = workspace.subscribe(() => {
    if (isLoading()) return
    loading.unsubscribe()
    give()
  })
  awaited = {
    isOver: () =>
      end !== undefined ||
      !(isLoading() || flow()) ||
      (document.activeElement !== from && document.activeElement !== document.body),
    press: (key) => {
      if (key === 'Enter') end = submit
      else if (key === 'Escape') end = leave
      else if (key === 'Backspace') text = text.slice(0, -1)
      else if (key.length === 1) text += key
      else return false
      give()
      return true
    },
  }
}

/** Whether a key is kept for what was opened, so that it does nothing else. */
export function isKeptAhead(event: KeyboardEvent): boolean {
  if (awaited?.isOver()) awaited = undefined
  const { key, ctrlKey, metaKey, altKey } = event
  if (!awaited || ctrlKey || metaKey || altKey || !awaited.press(key)) return false
  event.preventDefault()
  return true
}
