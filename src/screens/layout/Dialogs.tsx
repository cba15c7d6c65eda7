import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import type { FlowName } from '../../../machines/flows'
import { useWorkspace } from '../../app/context'
import { lazyPage } from '../../app/lazyPage'

const FlowDialog = lazyPage(() => import('../FlowDialog'))

/** Fetches the code of a flow's dialog, so that it is there when the flow begins. */
export async function loadDialog(name: FlowName): Promise<void> {
  const [{ dialogs }] = await Promise.all([import('../dialogs'), FlowDialog.preload()])
  await dialogs[name].preload()
}

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
