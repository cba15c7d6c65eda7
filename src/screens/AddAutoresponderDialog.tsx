import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { autoresponderEvent, autoresponderEvents } from '../../contract/autoresponders'
import { autoresponderForm, type AutoresponderValues } from '../../contract/forms/autoresponder'
import { type autoresponderAddMachine, isAutoresponderAddable } from '../../machines/autoresponderAdd.machine'
import { visibleErrors } from '../../machines/form'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { SelectField } from '../components/SelectField'
import { TextField } from '../components/TextField'

const events = Object.entries(autoresponderEvents).map(([value, label]) => ({ value, label }))

function pluginPlaceholder(state: SnapshotFrom<typeof autoresponderAddMachine>) {
  if (state.matches({ open: { plugins: 'loading' } })) return 'Loading...'
  if (state.matches({ open: { plugins: 'failed' } })) return 'Error loading plugins'
  return state.context.plugins.length === 0 ? 'No plugins found' : undefined
}

/** EM-02 to EM-06. */
export default function AddAutoresponderDialog({ flow }: { flow: ActorRefFrom<typeof autoresponderAddMachine> }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { form, plugins } = state.context
  const isBusy = state.hasTag('busy')
  const errors = visibleErrors(autoresponderForm, form)
  const cancel = () => flow.send({ type: 'dialog.cancel' })
  const field = <Name extends keyof AutoresponderValues>(name: Name) => ({
    name,
    value: form.values[name],
    error: errors[name],
    disabled: isBusy,
    onChange: (value: string) => {
      const event = autoresponderEvent.safeParse(value)
      if (name !== 'event') flow.send({ type: 'field.change', fields: { [name]: value } })
      else if (event.success) flow.send({ type: 'field.change', fields: { event: event.data } })
    },
    onBlur: () => flow.send({ type: 'field.blur', field: name }),
  })
  return (
    <Dialog
      open
      title="Add Email Auto Responder"
      description="A mail that the campaign sends by itself when something happens to an order."
      busy={isBusy}
      onClose={cancel}
      onSubmit={() => flow.send({ type: 'dialog.submit' })}
      footer={
        <>
          <Button onClick={cancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="solid" busy={isBusy} disabled={!isAutoresponderAddable(state.context)}>
            Add
          </Button>
        </>
      }
    >
      <SelectField
        {...field('pluginInstanceId')}
        label="Plugin Instance"
        placeholder={pluginPlaceholder(state)}
        options={plugins.map(({ instance }) => ({ value: instance.id, label: instance.name }))}
      />
      <TextField {...field('from')} label="From" type="email" />
      <SelectField {...field('event')} label="Event" options={events} />
      <TextField {...field('subject')} label="Subject" />
    </Dialog>
  )
}
