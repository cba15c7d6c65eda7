import { offerEditForm, type OfferEditValues } from '../../../contract/forms/offers'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { NumberField } from '../../components/form/NumberField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'

const numbers: { name: keyof OfferEditValues; label: string; min: number; step: number | 'any' }[] = [
  { name: 'quantity', label: 'Quantity', min: 0, step: 1 },
  { name: 'basePrice', label: 'Base Price', min: 0, step: 'any' },
  { name: 'minPrice', label: 'Min Price', min: 0, step: 'any' },
  { name: 'maxPrice', label: 'Max Price', min: 1, step: 'any' },
  { name: 'maxQuantity', label: 'Max Quantity', min: 0, step: 1 },
  { name: 'shipPrice', label: 'Shipping Price', min: 0, step: 'any' },
]

/** The fields of an offer that can be changed (EO-01 to EO-06). */
export default function OfferEditDialog({ flow }: { flow: FlowRef<'offerEdit'> }) {
  const { field } = useForm(flow, offerEditForm)
  return (
    <FormDialog
      flow={flow}
      title="Edit Offer"
      description="Edit the offer details below and click Update to save changes."
      submit={['Update', 'Updating...']}
    >
      <TextField {...field('displayName')} label="Display Name" />
      <Grid columns="two">
        {numbers.map(({ name, ...number }) => (
          <NumberField key={name} {...field(name)} {...number} />
        ))}
      </Grid>
    </FormDialog>
  )
}
