import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { trackingForm } from '../../../contract/forms/fulfilments'
import { type Fulfilment, fulfilmentName } from '../../../contract/fulfilments'
import type { FlowRef } from '../../../machines/flows'
import type { Flow } from '../../../machines/session/workspace.machine'
import { ActionButton } from '../../components/actions/ActionButton'
import { useAction } from '../../components/actions/useAction'
import { PlacedForm } from '../../components/form/PlacedForm'
import { cardsMedia, takeFocus } from '../../components/form/placed'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { useWorkspace } from '../../app/context'
import { useMedia } from '../../browser/useMedia'
import { assignInPlace } from './actions'
import { TrackingLink } from './TrackingLink'
import { isTypedInPlace } from './typedInPlace'

const flowOf = (flows: readonly Flow[], id: string): FlowRef<'trackingAssign'> | undefined =>
  flows.flatMap(({ name, ref, recordId }) =>
    name === 'trackingAssign' && recordId === id && ref.getSnapshot().context.isInPlace ? [ref] : [],
  )[0]

/** A parcel's number; where it has none, it is typed where it stands (FU-02). */
export function TrackingCell({ fulfilment }: { fulfilment: Fulfilment }) {
  const isCard = useMedia(cardsMedia)
  const { reason } = useAction(assignInPlace, fulfilment)
  if (isCard && !fulfilment.trackingNumber) return 'No number yet'
  return isCard || fulfilment.trackingNumber || reason !== undefined ? (
    <TrackingLink fulfilment={fulfilment} />
  ) : (
    <TrackingPlaced fulfilment={fulfilment} />
  )
}

function TrackingPlaced({ fulfilment }: { fulfilment: Fulfilment }) {
  const flow = useSelector(useWorkspace(), ({ context }) => flowOf(context.flows, fulfilment.id))
  const [edited, setEdited] = useState<typeof flow>()
  if (flow && flow !== edited) setEdited(flow)
  const assign = (
    <ActionButton
      action={assignInPlace}
      row={fulfilment}
      variant="link"
      ref={edited ? takeFocus : undefined}
      title={`Assign a tracking number to the ${fulfilmentName(fulfilment)}`}
    />
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
