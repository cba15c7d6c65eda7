import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import type { AnyMachineSnapshot } from 'xstate'
import type { Flow } from '../../machines/workspace.machine'
import { useWorkspace } from '../wiring/context'

const AddOfferDialog = lazy(() => import('./AddOfferDialog'))
const AddAutoresponderDialog = lazy(() => import('./AddAutoresponderDialog'))
const DeleteOfferDialog = lazy(() => import('./DeleteOfferDialog'))
const EditOfferDialog = lazy(() => import('./EditOfferDialog'))
const ProfileDialog = lazy(() => import('./ProfileDialog'))
const UpdateCampaignDialog = lazy(() => import('./UpdateCampaignDialog'))

/** The dialogs of the workspace's flows, each loaded when it first opens. */
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

function FlowDialog({ flow }: { flow: Flow }) {
  const isShown = useSelector(flow.ref, isOpen)
  if (!isShown) return null
  switch (flow.kind) {
    case 'offerEdit':
      return <EditOfferDialog flow={flow.ref} />
    case 'offerDelete':
      return <DeleteOfferDialog flow={flow.ref} />
    case 'offerCreate':
      return <AddOfferDialog flow={flow.ref} />
    case 'campaignUpdate':
      return <UpdateCampaignDialog flow={flow.ref} />
    case 'autoresponderAdd':
      return <AddAutoresponderDialog flow={flow.ref} />
    case 'profileUpdate':
      return <ProfileDialog flow={flow.ref} />
  }
}
