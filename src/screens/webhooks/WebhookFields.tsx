import { webhookForm, type WebhookValues } from '../../../contract/forms/webhooks'
import { ChoicesField } from '../../components/form/ChoicesField'
import { TextField } from '../../components/form/TextField'
import { type FormFlow, useForm } from '../../components/form/useForm'
import { eventOptions } from './words'

/** Where another system is told, and of what. */
export function WebhookFields({ flow }: { flow: FormFlow<WebhookValues> }) {
  const { field } = useForm(flow, webhookForm)
  return (
    <>
      <TextField {...field('address')} label="Address" hint="Begins with https://" inputProps={{ inputMode: 'url' }} />
      <ChoicesField {...field('events')} label="Events" options={eventOptions} />
    </>
  )
}
