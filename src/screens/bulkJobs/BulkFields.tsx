import { bulkForm } from '../../../contract/forms/bulkJobs'
import type { FlowRef } from '../../../machines/flows'
import { NumberField } from '../../components/form/NumberField'
import { SelectField } from '../../components/form/SelectField'
import { useForm } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'
import { useCurrency } from '../../app/context'

const kinds = [
  { value: 'percent', label: 'By a percentage' },
  { value: 'amount', label: 'By an amount' },
  { value: 'set', label: 'To an amount' },
] as const
const labels = {
  percent: 'Percent, with a minus to lower',
  amount: 'Amount, with a minus to lower',
  set: 'New price',
} as const

/** How prices change, or which limits are set; nothing of what needs no more than a yes. */
export function BulkFields({ flow }: { flow: FlowRef<'bulkChange'> }) {
  const { values, field, change } = useForm(flow, bulkForm)
  const currency = useCurrency()
  const { value: kind, onChange: _, ...kindField } = field('kind')
  if (values.about === 'price') {
    return (
      <Grid columns="two">
        <SelectField
          {...kindField}
          value={kind}
          onChange={(chosen) => change({ kind: kinds.find(({ value }) => value === chosen)?.value ?? 'set' })}
          label="How"
          options={kinds}
        />
        <NumberField
          {...field('value')}
          label={labels[kind]}
          kind="amount"
          unit={kind === 'percent' ? '%' : currency}
        />
      </Grid>
    )
  }
  if (values.about === 'nothing') return null
  return (
    <Grid columns="two">
      <NumberField {...field('minPrice')} label="Min price" kind="amount" unit={currency} hint="Empty: as it is" />
      <NumberField {...field('maxPrice')} label="Max price" kind="amount" unit={currency} hint="Empty: as it is" />
      <NumberField {...field('maxQuantity')} label="Max quantity" kind="count" hint="Empty: as it is" />
    </Grid>
  )
}
