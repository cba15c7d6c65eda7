import { useSelector } from '@xstate/react'
import { offerEditForm, offerEditValues, type OfferEditValues, offerEditWarnings } from '../../../contract/forms/offers'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { NumberField } from '../../components/form/NumberField'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'
import { useCurrency } from '../../app/context'
import { isInPlace } from './inPlace'
import { offerLabels as labels, stockHint } from './offerLabels'

const numbers: { name: keyof OfferEditValues; kind: 'amount' | 'count'; min?: number }[] = [
  { name: 'quantity', kind: 'count' },
  { name: 'basePrice', kind: 'amount' },
  { name: 'minPrice', kind: 'amount' },
  { name: 'maxPrice', kind: 'amount', min: 1 },
  { name: 'maxQuantity', kind: 'count' },
  { name: 'shipPrice', kind: 'amount' },
]

/** The dialog, unless a field is changed where it stands and nothing is to be decided about it. */
export default function OfferEditDialog({ flow }: { flow: FlowRef<'offerEdit'> }) {
  return useSelector(flow, isInPlace) ? null : <OfferFields flow={flow} />
}

/** The fields of an offer that can be changed (EO-01 to EO-06). */
function OfferFields({ flow }: { flow: FlowRef<'offerEdit'> }) {
  const { field } = useForm(flow, offerEditForm, offerEditWarnings)
  const news = useNews(flow, offerEditValues, labels)
  const currency = useCurrency()
  const { productStock } = useSelector(flow, (state) => state.context.record)
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
            hint={name === 'quantity' ? stockHint(productStock) : undefined}
            unit={number.kind === 'amount' ? currency : undefined}
          />
        ))}
      </Grid>
    </FormDialog>
  )
}
