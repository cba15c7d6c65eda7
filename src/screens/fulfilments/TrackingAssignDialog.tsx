import { useSelector } from '@xstate/react'
import { carrierNames, carrierOf } from '../../../contract/carriers'
import { trackingForm, trackingValues, type TrackingValues } from '../../../contract/forms/fulfilments'
import { fulfilmentName } from '../../../contract/fulfilments'
import { mailedLater } from '../../../contract/rules/heldMails'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'
import { isTypedInPlace } from './typedInPlace'

const labels: Record<keyof TrackingValues, string> = { trackingNumber: 'Tracking number', carrier: 'Carrier' }

/** The carriers to choose from, and the one that is chosen where we don't know it. */
const carrierOptions = (chosen: string) =>
  [...new Set([...carrierNames, chosen])].filter((name) => name !== '').map((name) => ({ value: name, label: name }))

/** The dialog, unless the number is typed where it stands and nothing is to be decided about it. */
export default function TrackingAssignDialog({ flow }: { flow: FlowRef<'trackingAssign'> }) {
  return useSelector(flow, isTypedInPlace) ? null : <TrackingFields flow={flow} />
}

/** Carrier and number of a parcel (FU-02). */
function TrackingFields({ flow }: { flow: FlowRef<'trackingAssign'> }) {
  const { field, values } = useForm(flow, trackingForm)
  const news = useNews(flow, trackingValues, labels)
  const fulfilment = useSelector(flow, (state) => state.context.record)
  const guessed = carrierOf(values.trackingNumber)
  return (
    <FormDialog
      flow={flow}
      title="Assign tracking number"
      description={`It is how the ${fulfilmentName(fulfilment)} is found on its way. ${mailedLater(fulfilment.customerHasEmail)}`}
      submit={['Assign', 'Assigning...']}
      news={news}
    >
      <TextField {...field('trackingNumber')} label={labels.trackingNumber} />
      <SelectField
        {...field('carrier')}
        label={labels.carrier}
        placeholder={guessed === undefined ? 'Guess from the number' : `By the number: ${guessed}`}
        options={carrierOptions(values.carrier)}
      />
    </FormDialog>
  )
}
