import { useSelector } from '@xstate/react'
import { orderMailForm, type OrderMailValues, orderMailValues } from '../../../contract/forms/orderMails'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'
import { MailBodyField } from './MailBodyField'
import { orderMailKinds } from '../../../contract/rules/mailKinds'

const labels: Record<keyof OrderMailValues, string> = { subject: 'Subject', body: 'Body' }

/** One of the organization's own mails about orders with its text (ML-04). */
export default function OrderMailEditDialog({ flow }: { flow: FlowRef<'orderMailEdit'> }) {
  const { field } = useForm(flow, orderMailForm)
  const news = useNews(flow, orderMailValues, labels)
  const event = useSelector(flow, (state) => state.context.record.event)
  return (
    <FormDialog
      flow={flow}
      title={`Edit ${orderMailKinds[event].name}`}
      description="What is written in {{ }} is filled in when the mail is sent."
      submit={['Save', 'Saving...']}
      news={news}
      placement="side"
    >
      <TextField {...field('subject')} label={labels.subject} />
      <MailBodyField field={field('body')} label={labels.body} />
    </FormDialog>
  )
}
