import { useSelector } from '@xstate/react'
import { pluginKind, smtpSecurity } from '../../../contract/extensions/plugins'
import {
  emailProviderForm,
  type EmailProviderValues,
  emailProviderValues,
} from '../../../contract/forms/emailProviders'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { PasswordField } from '../../components/form/PasswordField'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'

const labels: Record<keyof EmailProviderValues, string> = {
  name: 'Name',
  kind: 'Kind',
  from: 'From',
  host: 'Host',
  port: 'Port',
  security: 'Encryption',
  user: 'User',
  password: 'Password',
}
const kinds = [
  { value: 'smtp', label: 'SMTP server' },
  { value: 'outbox', label: 'Outbox: kept here, to be read under Mails' },
]
const securities = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'tls', label: 'TLS from the beginning' },
  { value: 'none', label: 'None' },
]

const isSmtp = ({ context: { form } }: { context: { form: { values: EmailProviderValues } } }) =>
  form.values.kind === 'smtp'

/** What is known of an email provider, new or not (ML-03). */
export default function ProviderEditDialog({ flow }: { flow: FlowRef<'providerEdit'> }) {
  const { field } = useForm(flow, emailProviderForm)
  const news = useNews(flow, emailProviderValues, labels)
  const provider = useSelector(flow, (state) => state.context.record)
  const hasServer = useSelector(flow, isSmtp)
  const { onChange: changeKind, ...kind } = field('kind')
  const { onChange: changeSecurity, ...security } = field('security')
  const chooseKind = (value: string) => {
    const known = pluginKind.safeParse(value)
    if (known.success) changeKind(known.data)
  }
  const chooseSecurity = (value: string) => {
    const known = smtpSecurity.safeParse(value)
    if (known.success) changeSecurity(known.data)
  }
  const kept = provider?.hasPassword
    ? `Kept as it is (••••${provider.passwordEnd ?? ''}) unless a new one is typed`
    : undefined
  return (
    <FormDialog
      flow={flow}
      title={provider ? 'Edit email provider' : 'Add email provider'}
      description="What the mails of auto-responders leave through."
      submit={provider ? ['Save', 'Saving...'] : ['Add', 'Adding...']}
      news={news}
    >
      <TextField {...field('name')} label={labels.name} />
      {!provider && <SelectField {...kind} label={labels.kind} options={kinds} onChange={chooseKind} />}
      <TextField {...field('from')} label={labels.from} type="email" />
      {hasServer && (
        <>
          <Grid columns="two">
            <TextField {...field('host')} label={labels.host} />
            <TextField {...field('port')} label={labels.port} inputProps={{ inputMode: 'numeric' }} />
          </Grid>
          <SelectField {...security} label={labels.security} options={securities} onChange={chooseSecurity} />
          <TextField {...field('user')} label={labels.user} inputProps={{ autoComplete: 'off' }} />
          <PasswordField
            {...field('password')}
            label={labels.password}
            inputProps={{ autoComplete: 'new-password', placeholder: kept }}
          />
        </>
      )}
    </FormDialog>
  )
}
