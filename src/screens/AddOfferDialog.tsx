import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { offerCreateForm, type OfferCreateValues } from '../../contract/forms/offer'
import type { Product } from '../../contract/products'
import { visibleErrors } from '../../machines/form'
import { isOfferCreatable, type offerCreateMachine } from '../../machines/offerCreate.machine'
import { Button } from '../components/Button'
import { Combobox } from '../components/Combobox'
import { Dialog } from '../components/Dialog'
import { Grid } from '../components/Grid'
import { NumberField } from '../components/NumberField'
import { SelectField } from '../components/SelectField'
import { formatMoney } from '../components/format'

type NumberName = Exclude<keyof OfferCreateValues, 'product' | 'gatewayInstanceId'>

const numbers: { name: NumberName; label: string; min: number; step: number | 'any'; optional: boolean }[] = [
  { name: 'quantity', label: 'Quantity', min: 1, step: 1, optional: false },
  { name: 'basePrice', label: 'Base Price', min: 0, step: 'any', optional: false },
  { name: 'shipPrice', label: 'Shipping Price', min: 0, step: 'any', optional: true },
  { name: 'minPrice', label: 'Min Price', min: 0, step: 'any', optional: true },
  { name: 'maxPrice', label: 'Max Price', min: 0, step: 'any', optional: true },
  { name: 'maxQuantity', label: 'Max Quantity', min: 0, step: 1, optional: true },
]

const productName = ({ id, name, displayName }: Product) => name || displayName || id

const productMessages = { loading: 'Loading...', empty: 'No products found', failed: 'Error loading products' }

function productStatus(state: SnapshotFrom<typeof offerCreateMachine>) {
  if (state.matches({ open: { products: 'failed' } })) return 'failed'
  if (!state.matches({ open: { products: 'ready' } })) return 'loading'
  return state.context.products.length === 0 ? 'empty' : 'ready'
}

function gatewayPlaceholder(state: SnapshotFrom<typeof offerCreateMachine>) {
  if (state.matches({ open: { gateways: 'loading' } })) return 'Loading...'
  if (state.matches({ open: { gateways: 'failed' } })) return 'Error loading gateways'
  return state.context.gateways.length === 0 ? 'No gateways found' : 'Select a gateway'
}

/** AO-01 to AO-07. */
export default function AddOfferDialog({ flow }: { flow: ActorRefFrom<typeof offerCreateMachine> }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { form, products, gateways, productSearch } = state.context
  const isBusy = state.hasTag('busy')
  const errors = visibleErrors(offerCreateForm, form)
  const cancel = () => flow.send({ type: 'dialog.cancel' })
  const field = <Name extends keyof OfferCreateValues>(name: Name) => ({
    name,
    error: errors[name],
    disabled: isBusy,
    onBlur: () => flow.send({ type: 'field.blur', field: name }),
  })
  const change = (fields: Partial<OfferCreateValues>) => flow.send({ type: 'field.change', fields })
  const choose = (id: string) => {
    const product = products.find((candidate) => candidate.id === id)
    if (product) change({ product: { id, name: productName(product) } })
  }
  const search = (text: string) => {
    change({ product: undefined })
    flow.send({ type: 'product.search', text })
  }
  return (
    <Dialog
      open
      title="Add Offer"
      description="Choose what is sold, and the limits within which it is sold."
      busy={isBusy}
      onClose={cancel}
      onSubmit={() => flow.send({ type: 'dialog.submit' })}
      footer={
        <>
          <Button onClick={cancel} disabled={isBusy}>
            Close
          </Button>
          <Button type="submit" variant="solid" busy={isBusy} disabled={!isOfferCreatable(state.context)}>
            {isBusy ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <Combobox
        {...field('product')}
        label="Product"
        placeholder="Search products"
        inputValue={form.values.product?.name ?? productSearch}
        onInputChange={search}
        options={products.map((product) => ({
          id: product.id,
          label: productName(product),
          detail: [product.sku, product.price && formatMoney(product.price)].filter(Boolean).join(' · '),
        }))}
        status={productStatus(state)}
        selectedId={form.values.product?.id}
        onSelect={choose}
        messages={productMessages}
      />
      <SelectField
        {...field('gatewayInstanceId')}
        label="Gateway"
        value={form.values.gatewayInstanceId}
        placeholder={gatewayPlaceholder(state)}
        options={gateways.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        onChange={(gatewayInstanceId) => change({ gatewayInstanceId })}
      />
      <Grid columns="two">
        {numbers.map(({ name, label, min, step, optional }) => (
          <NumberField
            key={name}
            {...field(name)}
            label={label}
            value={form.values[name]}
            min={min}
            step={step}
            optional={optional}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </Grid>
    </Dialog>
  )
}
