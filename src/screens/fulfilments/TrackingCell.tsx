import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { trackingForm } from '../../../contract/forms/fulfilments'
import { type Fulfilment, fulfilmentName } from '../../../contract/fulfilments'
import { whyForbidden } from '../../../contract/permissions'
import type { FlowRef } from '../../../machines/flows'
import type { Flow } from '../../../machines/session/workspace.machine'
import { Button } from '../../components/base/Button'
import { PlacedForm } from '../../components/form/PlacedForm'
import { cardsMedia, takeFocus } from '../../components/form/placed'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { useMembership, useWorkspace } from '../../app/context'
import { useMedia } from '../../browser/useMedia'
import { TrackingLink } from './TrackingLink'
import { isTypedInPlace } from './typedInPlace'
import { whyNotAssigned } from './whyNotDone'

const flowOf = (flows: readonly Flow[], id: string): FlowRef<'trackingAssign'> | undefined =>
  flows.flatMap(({ name, ref, recordId }) =>
    name === 'trackingAssign' && recordId === id && ref.getSnapshot().context.isInPlace ? [ref] : [],
  )[0]

/** A parcel's number; where it has none, it is typed where it stands (FU-02). */
export function TrackingCell({ parcel }: { parcel: Fulfilment }) {
  const isCard = useMedia(cardsMedia)
  const membership = useMembership()
  if (isCard && !parcel.trackingNumber) return 'No number yet'
  const why = whyForbidden(membership, 'fulfilments.assign') ?? whyNotAssigned(parcel)
  return isCard || parcel.trackingNumber || why !== undefined ? (
    <TrackingLink parcel={parcel} />
  ) : (
    <TrackingPlaced parcel={parcel} />
  )
}

function TrackingPlaced({ parcel }: { parcel: Fulfilment }) {
  const workspace = useWorkspace()
  const flow = useSelector(workspace, ({ context }) => flowOf(context.flows, parcel.id))
  const [edited, setEdited] = useState<typeof flow>()
  if (flow && flow !== edited) setEdited(flow)
  const assign = (
    <Button
      variant="link"
      ref={edited ? takeFocus : undefined}
      title={`Assign a tracking number to the ${fulfilmentName(parcel)}`}
      onClick={() =>
        workspace.send({ type: 'open.trackingAssign', recordId: parcel.id, input: { parcel, isInPlace: true } })
      }
    >
      Assign
    </Button>
  )
  return flow ? <TrackingFlow flow={flow}>{assign}</TrackingFlow> : assign
}

function TrackingFlow({ flow, children }: { flow: FlowRef<'trackingAssign'>; children: ReactNode }) {
  const isEdited = useSelector(flow, (state) => state.matches('editing') && isTypedInPlace(state))
  return isEdited ? <TrackingEditor flow={flow} /> : children
}

/** The field in the cell: Enter and leaving it save, Escape restores. */
function TrackingEditor({ flow }: { flow: FlowRef<'trackingAssign'> }) {
  const { field } = useForm(flow, trackingForm)
  const save = () => {
    const { trackingNumber } = flow.getSnapshot().context.form.values
    flow.send({ type: trackingNumber.trim() === '' ? 'dialog.cancel' : 'dialog.submit' })
  }
  return (
    <PlacedForm
      isActive={() => flow.getSnapshot().matches('editing')}
      onSave={save}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      <TextField
        {...field('trackingNumber')}
        label="Tracking number"
        layout="unlabelled"
        inputProps={{ ref: takeFocus, spellCheck: false }}
      />
    </PlacedForm>
  )
}
