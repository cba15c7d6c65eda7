import { useSelector } from '@xstate/react'
import type { AnyMachineSnapshot } from 'xstate'
import type { Flow } from '../../machines/session/workspace.machine'
import { dialogs } from './dialogs'

const isOpen = (state: AnyMachineSnapshot) => state.hasTag('open')

/** The dialog of a flow, while it is open. */
export default function FlowDialog({ flow: { name, ref } }: { flow: Flow }) {
  const isShown = useSelector(ref, isOpen)
  const Dialog = dialogs[name]
  return isShown ? <Dialog flow={ref} /> : null
}
