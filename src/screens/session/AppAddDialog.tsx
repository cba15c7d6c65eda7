import { useSelector } from '@xstate/react'
import { appAddForms, type AppAddStep } from '../../../contract/forms/twoSteps'
import { appAddress, shownKey } from '../../../contract/rules/twoSteps'
import type { FlowRef } from '../../../machines/flows'
import { Copyable } from '../../components/layout/Copyable'
import { Text } from '../../components/base/Text'
import { FormDialog } from '../../components/form/FormDialog'
import { PasswordField } from '../../components/form/PasswordField'
import { useForm } from '../../components/form/useForm'
import { CodeField } from './CodeField'
import { QrCode } from './QrCode'
import { RecoveryCodes } from './RecoveryCodes'

/** Adding an authenticator app, by the password and a code that the app makes (ST-01). */
export default function AppAddDialog({ flow }: { flow: FlowRef<'appAdd'> }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  if (state.matches('codes')) {
    return (
      <RecoveryCodes
        title="Your app is added. Keep these codes."
        email={state.context.email}
        codes={state.context.recoveryCodes}
        onClose={() => flow.send({ type: 'dialog.cancel' })}
      />
    )
  }
  return <AppForm flow={flow} step={state.matches('code') ? 'code' : 'password'} />
}

const steps = {
  password: {
    description: 'Signing in then asks for a code of the app on your phone, beside your password.',
    submit: ['Continue', 'Checking...'],
  },
  code: {
    description: 'Scan this with the app, or type the key into it. Then type the code that it shows.',
    submit: ['Add app', 'Checking...'],
  },
} as const satisfies Record<AppAddStep, unknown>

/** One dialog for both steps, so that it stays where it is. */
function AppForm({ flow, step }: { flow: FlowRef<'appAdd'>; step: AppAddStep }) {
  const { field } = useForm(flow, appAddForms[step])
  return (
    <FormDialog flow={flow} title="Add an authenticator app" {...steps[step]}>
      {step === 'password' ? (
        <PasswordField {...field('password')} label="Password" inputProps={{ autoComplete: 'current-password' }} />
      ) : (
        <>
          <AppKey flow={flow} />
          <CodeField {...field('oneTimeCode')} autoFocus />
        </>
      )}
    </FormDialog>
  )
}

function AppKey({ flow }: { flow: FlowRef<'appAdd'> }) {
  const { appKey, email } = useSelector(flow, ({ context }) => context)
  return (
    <>
      <QrCode label="The key for your app, as a picture to scan" text={appAddress(appKey, email)} />
      <Text as="div">
        <Copyable label="Copy key" text={shownKey(appKey)} />
      </Text>
    </>
  )
}
