import { proofForm } from '../../../contract/forms/twoSteps'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { PasswordField } from '../../components/form/PasswordField'
import { useForm } from '../../components/form/useForm'
import { CodeField } from './CodeField'

/** Removing the authenticator app, by whoever has password and code (ST-01). */
export default function AppRemoveDialog({ flow }: { flow: FlowRef<'appRemove'> }) {
  const { field } = useForm(flow, proofForm)
  return (
    <FormDialog
      flow={flow}
      title="Remove the authenticator app"
      description="Signing in then asks for your password alone, and your recovery codes open nothing any more."
      submit={['Remove', 'Removing...']}
    >
      <PasswordField {...field('password')} label="Password" inputProps={{ autoComplete: 'current-password' }} />
      <CodeField {...field('oneTimeCode')} hint="Of your app, or a recovery code" />
    </FormDialog>
  )
}
