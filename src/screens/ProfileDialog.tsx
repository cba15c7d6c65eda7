import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { profileForm, type ProfileValues } from '../../contract/forms/auth'
import { visibleErrors } from '../../machines/form'
import type { profileUpdateMachine } from '../../machines/profileUpdate.machine'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { TextField } from '../components/TextField'

/** SE-09. */
export default function ProfileDialog({ flow }: { flow: ActorRefFrom<typeof profileUpdateMachine> }) {
  const { form } = useSelector(flow, (state) => state.context)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  const errors = visibleErrors(profileForm, form)
  const cancel = () => flow.send({ type: 'dialog.cancel' })
  const field = (name: keyof ProfileValues) => ({
    name,
    value: form.values[name],
    error: errors[name],
    disabled: isBusy,
    onChange: (value: string) => flow.send({ type: 'field.change', fields: { [name]: value } }),
    onBlur: () => flow.send({ type: 'field.blur', field: name }),
  })
  return (
    <Dialog
      open
      title="Your profile"
      busy={isBusy}
      onClose={cancel}
      onSubmit={() => flow.send({ type: 'dialog.submit' })}
      footer={
        <>
          <Button onClick={cancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="solid" busy={isBusy}>
            {isBusy ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <TextField {...field('name')} label="Name" />
      <TextField {...field('email')} label="Email" type="email" />
      <TextField {...field('organizationName')} label="Organization Name" optional />
    </Dialog>
  )
}
