import { organizationForm, type OrganizationValues, organizationValues } from '../../../contract/forms/organizations'
import { isCurrency, isTimeZone, whyCurrencyStays } from '../../../contract/rules/organizations'
import { withoutStepText } from '../../../contract/rules/twoSteps'
import type { FlowRef } from '../../../machines/flows'
import { CheckboxField } from '../../components/form/CheckboxField'
import { FormDialog } from '../../components/form/FormDialog'
import { NumberField } from '../../components/form/NumberField'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'
import { useSelector } from '@xstate/react'

const labels: Record<keyof OrganizationValues, string> = {
  name: 'Name',
  currency: 'Currency',
  timeZone: 'Time zone',
  supportEmail: 'Support email',
  liveUrl: 'Live URL',
  taxRate: 'Tax rate',
  pricesIncludeTax: 'Prices include the tax',
  demandsTwoSteps: 'Demand two steps at sign-in',
}

const names = new Intl.DisplayNames('en', { type: 'currency' })
const currencies = Intl.supportedValuesOf('currency')
  .filter(isCurrency)
  .map((value) => ({ value, label: `${value}: ${names.of(value) ?? value}` }))
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].filter(isTimeZone)

/** The zones of the browser, and one that it calls otherwise. */
const zoneOptions = (chosen: string) =>
  (zones.includes(chosen) ? zones : [chosen, ...zones]).map((value) => ({ value, label: value.replaceAll('_', ' ') }))

/** What an organization is and how it sells (ST-01). */
export default function OrganizationEditDialog({ flow }: { flow: FlowRef<'organizationEdit'> }) {
  const { field, choice, values } = useForm(flow, organizationForm)
  const news = useNews(flow, organizationValues, labels)
  const whyNot = useSelector(flow, ({ context }) => whyCurrencyStays(context.record.hasOrders))
  const without = useSelector(flow, ({ context }) => context.record.withoutTwoSteps ?? 0)
  return (
    <FormDialog
      flow={flow}
      title="Edit organization"
      description="Orders that are there keep the tax and the currency that they were placed with."
      submit={['Save', 'Saving...']}
      news={news}
    >
      <TextField {...field('name')} label={labels.name} />
      <SelectField
        {...field('currency')}
        label={labels.currency}
        options={currencies}
        {...(whyNot === undefined ? {} : { disabled: true, hint: whyNot })}
      />
      <SelectField
        {...field('timeZone')}
        label={labels.timeZone}
        options={zoneOptions(values.timeZone)}
        hint="Campaigns begin and end by its days"
      />
      <TextField
        {...field('supportEmail')}
        label={labels.supportEmail}
        type="email"
        optional
        hint="Customers are told to write there"
      />
      <TextField
        {...field('liveUrl')}
        label={labels.liveUrl}
        type="url"
        optional
        hint="Where the mails about orders lead to"
      />
      <NumberField {...field('taxRate')} label={labels.taxRate} kind="count" unit="%" />
      <CheckboxField
        {...choice('pricesIncludeTax')}
        label={labels.pricesIncludeTax}
        hint="Otherwise it comes on top of them"
      />
      <CheckboxField
        {...choice('demandsTwoSteps')}
        label={labels.demandsTwoSteps}
        hint={`Whoever has no second step adds one before they go on. ${withoutStepText(without)}`}
      />
    </FormDialog>
  )
}
