import { offerEditForm, offerEditValues, type OfferEditValues, offerEditWarnings } from '../../../contract/forms/offers'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { NumberField } from '../../components/form/NumberField'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'
import { useCurrency } from '../../wiring/context'

const labels: Record<keyof OfferEditValues, string> = {
  displayName: 'Display Name',
  quantity: 'Quantity',
  basePrice: 'Base Price',
  minPrice: 'Min Price',
  maxPrice: 'Max Price',
  maxQuantity: 'Max Quantity',
  shipPrice: 'Shipping Price',
}

const numbers: { name: keyof OfferEditValues; kind: 'amount' | 'count'; min?: number }[] = [
  { name: 'quantity', kind: 'count' },
  { name: 'basePrice', kind: 'amount' },
  { name: 'minPrice', kind: 'amount' },
  { name: 'maxPrice', kind: 'amount', min: 1 },
  { name: 'maxQuantity', kind: 'count' },
  { name: 'shipPrice', kind: 'amount' },
]

/** The fields of an offer that can be changed (EO-01 to EO-06). */
export default function OfferEditDialog({ flow }: { flow: FlowRef<'offerEdit'> }) {
  const { field } = useForm(flow, offerEditForm, offerEditWarnings)
  const news = useNews(flow, offerEditValues, labels)
  const currency = useCurrency()
  return (
    <FormDialog
      flow={flow}
      title="Edit Offer"
      description="Edit the offer details below and click Update to save changes."
      submit={['Update', 'Updating...']}
      news={news}
    >
      <TextField {...field('displayName')} label={labels.displayName} />
      <Grid columns="two">
        {numbers.map(({ name, ...number }) => (
          <NumberField
            key={name}
            {...field(name)}
            {...number}
            label={labels[name]}
            unit={number.kind === 'amount' ? currency : undefined}
          />
        ))}
      </Grid>
    </FormDialog>
  )
}
