import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { offerCreateForm, type OfferCreateValues, offerCreateWarnings } from '../../../contract/forms/offers'
import { productName } from '../../../contract/products'
import type { FlowMachine, FlowRef } from '../../../machines/flows'
import { whyNot } from '../../../machines/lives/life'
import { productLife } from '../../../machines/lives/productLife'
import { formatPrice } from '../../components/base/format'
import { Combobox } from '../../components/form/Combobox'
import { FormDialog } from '../../components/form/FormDialog'
import { NumberField } from '../../components/form/NumberField'
import { SelectField } from '../../components/form/SelectField'
import { useForm } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'
import { useCurrency } from '../../app/context'
import { stockHint } from './offerLabels'

type State = SnapshotFrom<FlowMachine<'offerCreate'>>
type NumberName = Exclude<keyof OfferCreateValues, 'product' | 'gatewayInstanceId'>

const numbers: { name: NumberName; label: string; kind: 'amount' | 'count'; optional: boolean }[] = [
  { name: 'quantity', label: 'Quantity', kind: 'count', optional: false },
  { name: 'basePrice', label: 'Base Price', kind: 'amount', optional: false },
  { name: 'shipPrice', label: 'Shipping Price', kind: 'amount', optional: true },
  { name: 'minPrice', label: 'Min Price', kind: 'amount', optional: true },
  { name: 'maxPrice', label: 'Max Price', kind: 'amount', optional: true },
  { name: 'maxQuantity', label: 'Max Quantity', kind: 'count', optional: true },
]

/** An archived product is found, but can't be chosen (PR-02). */
const whyArchived = whyNot(productLife, 'archived', { type: 'offer' })

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
  const { products, gateways, productSearch, source } = state.context
  const currency = useCurrency()
  const { values, isValid, field } = useForm(flow, offerCreateForm, offerCreateWarnings)
  const { value: product, onChange: _, ...productField } = field('product')
  const stock = products.find(({ id }) => id === product?.id)?.stock ?? source?.productStock
  const retry = () => flow.send({ type: 'options.retry' })
  return (
    <FormDialog
      flow={flow}
      title="Add Offer"
      description={
        source
          ? `A copy of ${source.displayName}: change what is different.`
          : 'Choose what is sold, and the limits within which it is sold.'
      }
      submit={['Save', 'Saving...']}
      cancel="Close"
      isValid={isValid}
    >
      <Combobox
        {...productField}
        label="Product"
        placeholder="Search products"
        inputValue={values.product?.name ?? productSearch}
        onInputChange={(text) => flow.send({ type: 'product.search', text })}
        options={products.map((found) => ({
          id: found.id,
          label: productName(found),
          reason: found.status === 'archived' ? whyArchived : undefined,
          detail: [found.sku, found.price && formatPrice(found.price, currency)].filter(Boolean).join(' · '),
        }))}
        status={productStatus(state)}
        selectedId={product?.id}
        onSelect={(productId) => flow.send({ type: 'product.choose', productId })}
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
          <NumberField
            key={name}
            {...field(name)}
            {...number}
            unit={number.kind === 'amount' ? currency : undefined}
            hint={name === 'quantity' ? stockHint(stock) : undefined}
          />
        ))}
      </Grid>
    </FormDialog>
  )
}
