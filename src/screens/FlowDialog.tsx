import { useSelector } from '@xstate/react'
import type { ComponentType } from 'react'
import type { AnyMachineSnapshot } from 'xstate'
import type { Flow } from '../../machines/session/workspace.machine'
import { dialogs } from './dialogs'

const isOpen = (state: AnyMachineSnapshot) => state.hasTag('open')

/** The dialog of a flow, while it is open. */
export default function FlowDialog({ flow: { name, ref } }: { flow: Flow }) {
  const isShown = useSelector(ref, isOpen)
  // The record of dialogs has for every name the dialog of that very flow, which types can't follow through a list.
  const Dialog = dialogs[name] as ComponentType<{ flow: Flow['ref'] }>
  return isShown ? <Dialog flow={ref} /> : null
}
