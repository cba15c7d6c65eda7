import { useSelector } from '@xstate/react'
import { gatewayForm, gatewayValues, type GatewayValues } from '../../../contract/forms/gateways'
import type { FlowRef } from '../../../machines/flows'
import { Copyable } from '../../components/layout/Copyable'
import { Text } from '../../components/base/Text'
import { FormDialog } from '../../components/form/FormDialog'
import { NumberField } from '../../components/form/NumberField'
import { PasswordField } from '../../components/form/PasswordField'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'
import { useCurrency } from '../../app/context'

const labels: Record<keyof GatewayValues, string> = {
  displayName: 'Name',
  kind: 'Kind',
  monthlyCap: 'Monthly cap',
  secretKey: 'Secret key',
  webhookSecret: 'Signing secret of webhooks',
  hasKey: 'Key',
}

const kinds = [
  { value: 'sandbox', label: 'Sandbox: test cards only' },
  { value: 'stripe', label: 'Stripe' },
]

// No password manager knows it, and none should keep it.
const secretInput = { autoComplete: 'off', spellCheck: false } as const

const kept = (end: string | null | undefined) => (end ? `Kept: …${end}. Leave empty to keep it.` : undefined)

/** Setting up a gateway, or changing one (GW-01). */
export default function GatewayEditDialog({ flow }: { flow: FlowRef<'gatewayEdit'> }) {
  const { field } = useForm(flow, gatewayForm)
  const { onChange: changeKind, ...kindField } = field('kind')
  const news = useNews(flow, gatewayValues, labels)
  const gateway = useSelector(flow, (state) => state.context.record)
  const toBe = useSelector(flow, (state) => state.context.toBe)
  const webhookAddress = gateway?.webhookAddress ?? toBe?.webhookAddress
  const kind = useSelector(flow, (state) => state.context.form.values.kind)
  const currency = useCurrency()
  return (
    <FormDialog
      flow={flow}
      title={gateway ? 'Edit gateway' : 'New gateway'}
      description={gateway?.displayName}
      submit={gateway ? ['Save', 'Saving...'] : ['Add gateway', 'Adding...']}
      news={news}
      placement="side"
    >
      <TextField {...field('displayName')} label={labels.displayName} />
      {!gateway && (
        <SelectField
          {...kindField}
          label={labels.kind}
          options={kinds}
          onChange={(value) => changeKind(value === 'stripe' ? 'stripe' : 'sandbox')}
        />
      )}
      <NumberField
        {...field('monthlyCap')}
        label={labels.monthlyCap}
        kind="amount"
        unit={currency}
        hint="Nothing more is charged in a month once it is reached. Empty for no cap."
      />
      {kind === 'stripe' && (
        <>
          <PasswordField
            {...field('secretKey')}
            label={labels.secretKey}
            inputProps={secretInput}
            hint={kept(gateway?.secretKeyEnd) ?? 'From Developers › API keys of Stripe. It is never shown again.'}
          />
          {webhookAddress && (
            <Text as="div" tone="muted">
              Add a webhook at Stripe, under Developers › Webhooks, for the address{' '}
              <Copyable label="Copy address of webhooks" text={webhookAddress} />
            </Text>
          )}
          <PasswordField
            {...field('webhookSecret')}
            label={labels.webhookSecret}
            inputProps={secretInput}
            hint={kept(gateway?.webhookSecretEnd) ?? 'Stripe shows it with the webhook that you have added.'}
          />
        </>
      )}
    </FormDialog>
  )
}
