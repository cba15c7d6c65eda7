import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { autoresponderEvent, autoresponderEvents } from '../../../contract/autoresponders'
import { autoresponderForm } from '../../../contract/forms/autoresponders'
import type { FlowMachine, FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'

const events = Object.entries(autoresponderEvents).map(([value, label]) => ({ value, label }))

function pluginPlaceholder(state: SnapshotFrom<FlowMachine<'autoresponderCreate'>>) {
  if (state.matches({ open: { plugins: 'loading' } })) return 'Loading...'
  if (state.matches({ open: { plugins: 'failed' } })) return 'Error loading plugins'
  return state.context.plugins.length === 0 ? 'No plugins found' : undefined
}

/** The fields of a new auto-responder (EM-02 to EM-06). */
export default function AutoresponderCreateDialog({ flow }: { flow: FlowRef<'autoresponderCreate'> }) {
  const { isValid, field } = useForm(flow, autoresponderForm)
  const placeholder = useSelector(flow, pluginPlaceholder)
  const hasFailed = useSelector(flow, (state) => state.matches({ open: { plugins: 'failed' } }))
  const plugins = useSelector(flow, (state) => state.context.plugins)
  const { onChange: changeEvent, ...event } = field('event')
  const chooseEvent = (value: string) => {
    const known = autoresponderEvent.safeParse(value)
    if (known.success) changeEvent(known.data)
  }
  return (
    <FormDialog
      flow={flow}
      title="Add Email Auto Responder"
      description="A mail that the campaign sends by itself when something happens to an order."
      submit="Add"
      isValid={isValid}
    >
      <SelectField
        {...field('pluginInstanceId')}
        label="Plugin Instance"
        placeholder={placeholder}
        onRetry={hasFailed ? () => flow.send({ type: 'options.retry' }) : undefined}
        options={plugins.map(({ instance }) => ({ value: instance.id, label: instance.name }))}
      />
      <TextField {...field('from')} label="From" type="email" />
      <SelectField {...event} label="Event" options={events} onChange={chooseEvent} />
      <TextField {...field('subject')} label="Subject" />
    </FormDialog>
  )
}
