import { useSelector } from '@xstate/react'
import { proofForm } from '../../../contract/forms/twoSteps'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { PasswordField } from '../../components/form/PasswordField'
import { useForm } from '../../components/form/useForm'
import { CodeField } from './CodeField'
import { RecoveryCodes } from './RecoveryCodes'

/** New recovery codes in place of the old ones (ST-01). */
export default function RecoveryCodesRenewDialog({ flow }: { flow: FlowRef<'recoveryCodesRenew'> }) {
  const { field } = useForm(flow, proofForm)
  const state = useSelector(flow, (snapshot) => snapshot)
  if (state.matches('renewed')) {
    return (
      <RecoveryCodes
        title="Your new recovery codes"
        email={state.context.email}
        codes={state.context.recoveryCodes}
        onClose={() => flow.send({ type: 'dialog.cancel' })}
      />
    )
  }
  return (
    <FormDialog
      flow={flow}
      title="Renew recovery codes"
      description="The ones that you have open nothing any more."
      submit={['Renew', 'Renewing...']}
    >
      <PasswordField {...field('password')} label="Password" inputProps={{ autoComplete: 'current-password' }} />
      <CodeField {...field('oneTimeCode')} hint="Of your app, or a recovery code" />
    </FormDialog>
  )
}
