import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { autoresponderEvent, autoresponderEvents } from '../../../contract/autoresponders'
import {
  autoresponderEditForm,
  type AutoresponderEditValues,
  autoresponderEditValues,
} from '../../../contract/forms/autoresponders'
import { placeholderNames, placeholders } from '../../../contract/forms/mailTemplates'
import type { FlowRef } from '../../../machines/flows'
import { DropdownMenu } from '../../components/base/DropdownMenu'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { TextAreaField } from '../../components/form/TextAreaField'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'

const events = Object.entries(autoresponderEvents).map(([value, label]) => ({ value, label }))

const labels: Record<keyof AutoresponderEditValues, string> = {
  pluginInstanceId: 'Plugin Instance',
  from: 'From',
  event: 'Event',
  subject: 'Subject',
  body: 'Body',
}

const insertable = placeholderNames.map((name) => ({ id: name, label: `{{${name}}}: ${placeholders[name]}` }))

/** An auto-responder with its text, in which placeholders stand for what an order has (ML-02). */
export default function AutoresponderEditDialog({ flow }: { flow: FlowRef<'autoresponderEdit'> }) {
  const { field, change, isBusy } = useForm(flow, autoresponderEditForm)
  const news = useNews(flow, autoresponderEditValues, labels)
  const plugins = useSelector(flow, (state) => state.context.plugins)
  const body = useRef<HTMLTextAreaElement>(null)
  const { onChange: changeEvent, ...event } = field('event')
  const chooseEvent = (value: string) => {
    const known = autoresponderEvent.safeParse(value)
    if (known.success) changeEvent(known.data)
  }
  /** Where the cursor was last; at the end of a text that nobody has been to. */
  const insert = (name: string) => {
    const { body: typed } = flow.getSnapshot().context.form.values
    const { selectionStart: start = typed.length, selectionEnd: end = typed.length } = body.current ?? {}
    change({ body: `${typed.slice(0, start)}{{${name}}}${typed.slice(end)}` })
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
      <TextAreaField {...field('body')} label={labels.body} rows={14} inputProps={{ ref: body, spellCheck: false }} />
      {!isBusy && (
        <DropdownMenu items={insertable} onSelect={insert}>
          Insert placeholder
        </DropdownMenu>
      )}
    </FormDialog>
  )
}
