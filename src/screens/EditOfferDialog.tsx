import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { offerEditForm, type OfferEditValues } from '../../contract/forms/offer'
import { visibleErrors } from '../../machines/form'
import type { offerEditMachine } from '../../machines/offerEdit.machine'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { Grid } from '../components/Grid'
import { NumberField } from '../components/NumberField'
import { TextField } from '../components/TextField'

const numbers: { name: keyof OfferEditValues; label: string; min: number; step: number | 'any' }[] = [
  { name: 'quantity', label: 'Quantity', min: 0, step: 1 },
  { name: 'basePrice', label: 'Base Price', min: 0, step: 'any' },
  { name: 'minPrice', label: 'Min Price', min: 0, step: 'any' },
  { name: 'maxPrice', label: 'Max Price', min: 1, step: 'any' },
  { name: 'maxQuantity', label: 'Max Quantity', min: 0, step: 1 },
  { name: 'shipPrice', label: 'Shipping Price', min: 0, step: 'any' },
]

/** EO-01 to EO-06. */
export default function EditOfferDialog({ flow }: { flow: ActorRefFrom<typeof offerEditMachine> }) {
  const { form } = useSelector(flow, (state) => state.context)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  const errors = visibleErrors(offerEditForm, form)
  const cancel = () => flow.send({ type: 'dialog.cancel' })
  const field = (name: keyof OfferEditValues) => ({
    name,
    value: form.values[name],
    error: errors[name],
    disabled: isBusy,
    onChange: (value: string) => flow.send({ type: 'field.change', fields: { [name]: value } }),
    onBlur: () => flow.send({ type: 'field.blur', field: name }),
  })
  return (
    <Dialog
      open
      title="Edit Offer"
      description="Edit the offer details below and click Update to save changes."
      busy={isBusy}
      onClose={cancel}
      onSubmit={() => flow.send({ type: 'dialog.submit' })}
      footer={
        <>
          <Button onClick={cancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="solid" busy={isBusy}>
            {isBusy ? 'Updating...' : 'Update'}
          </Button>
        </>
      }
    >
      <TextField {...field('displayName')} label="Display Name" />
      <Grid columns="two">
        {numbers.map(({ name, label, min, step }) => (
          <NumberField key={name} {...field(name)} label={label} min={min} step={step} />
        ))}
      </Grid>
    </Dialog>
  )
}
