import { useSelector } from '@xstate/react'
import { type ComponentType, Suspense } from 'react'
import type { AnyMachineSnapshot } from 'xstate'
import type { Flow } from '../../../machines/session/workspace.machine'
import { useWorkspace } from '../../wiring/context'
import { dialogs } from '../dialogs'

/** The dialogs of the workspace's flows. */
export function Dialogs() {
  const flows = useSelector(useWorkspace(), (workspace) => workspace.context.flows)
  return (
    <Suspense>
      {flows.map((flow) => (
        <FlowDialog key={flow.ref.id} flow={flow} />
      ))}
    </Suspense>
  )
}

const isOpen = (state: AnyMachineSnapshot) => state.hasTag('open')

function FlowDialog({ flow: { name, ref } }: { flow: Flow }) {
  const isShown = useSelector(ref, isOpen)
  // The record of dialogs has for every name the dialog of that very flow, which types can't follow through a list.
  const Dialog = dialogs[name] as ComponentType<{ flow: Flow['ref'] }>
  return isShown ? <Dialog flow={ref} /> : null
}
