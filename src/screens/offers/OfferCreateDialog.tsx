import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { offerCreateForm, type OfferCreateValues } from '../../../contract/forms/offers'
import type { Product } from '../../../contract/products'
import type { FlowMachine, FlowRef } from '../../../machines/flows'
import { formatMoney } from '../../components/base/format'
import { Combobox } from '../../components/form/Combobox'
import { FormDialog } from '../../components/form/FormDialog'
import { NumberField } from '../../components/form/NumberField'
import { SelectField } from '../../components/form/SelectField'
import { useForm } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'

type State = SnapshotFrom<FlowMachine<'offerCreate'>>
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

function productStatus(state: State) {
  if (state.matches({ open: { products: 'failed' } })) return 'failed'
  if (!state.matches({ open: { products: 'ready' } })) return 'loading'
  return state.context.products.length === 0 ? 'empty' : 'ready'
}

function gatewayPlaceholder(state: State) {
  if (state.matches({ open: { gateways: 'loading' } })) return 'Loading...'
  if (state.matches({ open: { gateways: 'failed' } })) return 'Error loading gateways'
  return state.context.gateways.length === 0 ? 'No gateways found' : 'Select a gateway'
}

/** The fields of a new offer (AO-01 to AO-07). */
export default function OfferCreateDialog({ flow }: { flow: FlowRef<'offerCreate'> }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { products, gateways, productSearch } = state.context
  const { values, isValid, field, change } = useForm(flow, offerCreateForm)
  const { value: product, onChange: changeProduct, ...productField } = field('product')
  const choose = (id: string) => {
    const chosen = products.find((candidate) => candidate.id === id)
    if (chosen) changeProduct({ id, name: productName(chosen) })
  }
  const retry = () => flow.send({ type: 'options.retry' })
  const search = (text: string) => {
    change({ product: undefined })
    flow.send({ type: 'product.search', text })
  }
  return (
    <FormDialog
      flow={flow}
      title="Add Offer"
      description="Choose what is sold, and the limits within which it is sold."
      submit={['Save', 'Saving...']}
      cancel="Close"
      isValid={isValid}
    >
      <Combobox
        {...productField}
        label="Product"
        placeholder="Search products"
        inputValue={values.product?.name ?? productSearch}
        onInputChange={search}
        options={products.map((found) => ({
          id: found.id,
          label: productName(found),
          detail: [found.sku, found.price && formatMoney(found.price)].filter(Boolean).join(' · '),
        }))}
        status={productStatus(state)}
        selectedId={product?.id}
        onSelect={choose}
        messages={productMessages}
        onRetry={retry}
      />
      <SelectField
        {...field('gatewayInstanceId')}
        label="Gateway"
        placeholder={gatewayPlaceholder(state)}
        onRetry={state.matches({ open: { gateways: 'failed' } }) ? retry : undefined}
        options={gateways.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      />
      <Grid columns="two">
        {numbers.map(({ name, ...number }) => (
          <NumberField key={name} {...field(name)} {...number} />
        ))}
      </Grid>
    </FormDialog>
  )
}
