import { useSelector } from '@xstate/react'
import { mailEvent, mailEvents } from '../../../contract/extensions/autoresponders'
import {
  autoresponderEditForm,
  type AutoresponderEditValues,
  autoresponderEditValues,
} from '../../../contract/forms/autoresponders'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'
import { MailBodyField } from '../mails/MailBodyField'

const events = Object.entries(mailEvents).map(([value, label]) => ({ value, label }))

const labels: Record<keyof AutoresponderEditValues, string> = {
  pluginInstanceId: 'Plugin Instance',
  from: 'From',
  event: 'Event',
  subject: 'Subject',
  body: 'Body',
}

/** An auto-responder with its text, in which placeholders stand for what an order has (ML-02). */
export default function AutoresponderEditDialog({ flow }: { flow: FlowRef<'autoresponderEdit'> }) {
  const { field } = useForm(flow, autoresponderEditForm)
  const news = useNews(flow, autoresponderEditValues, labels)
  const plugins = useSelector(flow, (state) => state.context.plugins)
  const { onChange: changeEvent, ...event } = field('event')
  const chooseEvent = (value: string) => {
    const known = mailEvent.safeParse(value)
    if (known.success) changeEvent(known.data)
  }
  return (
    <FormDialog
      flow={flow}
      title="Edit Email Auto Responder"
      description="What is written in {{ }} is filled in when the mail is sent."
      submit={['Save', 'Saving...']}
      news={news}
      placement="side"
    >
      <SelectField
        {...field('pluginInstanceId')}
        label={labels.pluginInstanceId}
        options={plugins.map(({ instance }) => ({ value: instance.id, label: instance.name }))}
      />
      <TextField {...field('from')} label={labels.from} type="email" />
      <SelectField {...event} label={labels.event} options={events} onChange={chooseEvent} />
      <TextField {...field('subject')} label={labels.subject} />
      <MailBodyField field={field('body')} label={labels.body} />
    </FormDialog>
  )
}
