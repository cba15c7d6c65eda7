import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { trackingForm } from '../../../contract/forms/fulfilments'
import type { FlowRef } from '../../../machines/flows'
import { PlacedForm } from '../../components/form/PlacedForm'
import { takeFocus } from '../../components/form/placed'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { saveInPlace } from './saveInPlace'
import { isTypedInPlace } from './typedInPlace'

export interface TrackingFlowProps {
  flow: FlowRef<'trackingAssign'>
  /** What stands there while nothing is typed. */
  children: ReactNode
}

/** The number of a parcel while it is typed where it stands (FU-02). */
export default function TrackingFlow({ flow, children }: TrackingFlowProps) {
  const isEdited = useSelector(flow, (state) => state.matches('editing') && isTypedInPlace(state))
  return isEdited ? <TrackingEditor flow={flow} standing={children} /> : children
}

/** The field in the cell: Enter and leaving it save, Escape restores. */
function TrackingEditor({ flow, standing }: { flow: FlowRef<'trackingAssign'>; standing: ReactNode }) {
  const { field } = useForm(flow, trackingForm)
  return (
    <PlacedForm
      isActive={() => flow.getSnapshot().matches('editing')}
      onSave={() => saveInPlace(flow)}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
      standing={standing}
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
