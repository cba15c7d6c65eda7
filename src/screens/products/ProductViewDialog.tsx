import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { type Product, productName } from '../../../contract/products'
import type { FlowRef } from '../../../machines/flows'
import { ActionButton } from '../../components/actions/ActionButton'
import { Button, buttonStyle } from '../../components/base/Button'
import { Heading } from '../../components/base/Heading'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { Tabs } from '../../components/base/Tabs'
import { Dialog } from '../../components/overlay/Dialog'
import { ResourceRecord } from '../../components/record/ResourceRecord'
import { useApp } from '../../app/context'
import { readRecord } from '../../data/resources/records'
import { editProduct } from './actions'
import { ProductDetails } from './ProductDetails'
import { ProductOffers } from './ProductOffers'
import { ProductPicture } from './ProductPicture'
import { ProductStatus } from './ProductStatus'
import { ProductStock } from './ProductStock'

const tabs = [
  { id: 'details', label: 'Details' },
  { id: 'offers', label: 'Offers' },
  { id: 'stock', label: 'Stock' },
] as const
type Tab = (typeof tabs)[number]['id']

const tabOf = (search: object): Tab => {
  const asked: unknown = 'tab' in search ? search.tab : undefined
  return tabs.find(({ id }) => id === asked)?.id ?? 'details'
}

/** A product beside its list (PR-01): the address carries which, and the tab. */
export default function ProductViewDialog({ flow }: { flow: FlowRef<'productView'> }) {
  const productId = useSelector(flow, (state) => state.context.productId)
  const { api } = useApp()
  const close = () => flow.send({ type: 'dialog.cancel' })
  const toList = (
    <Link to="/products" className={buttonStyle({ variant: 'outline' })}>
      Go to products
    </Link>
  )
  return (
    <Dialog
      open
      title="Product"
      placement="side"
      onClose={() => flow.send({ type: 'dialog.leave' })}
      footer={
        <>
          <Button onClick={close}>Close</Button>
          <ActionButton action={editProduct} row={{ id: productId }} variant="solid" />
        </>
      }
    >
      <ResourceRecord
        key={productId}
        id={productId}
        resource="products"
        read={readRecord(api, 'products', productId)}
        failure="Error fetching product"
        noun="product"
        toList={toList}
      >
        {(product) => <ProductPanel product={product} />}
      </ResourceRecord>
    </Dialog>
  )
}

function ProductPanel({ product }: { product: Product }) {
  const navigate = useNavigate()
  const tab = useSearch({ strict: false, select: tabOf })
  const choose = (next: Tab) =>
    void navigate({
      to: '/products',
      search: (before) => ({ ...before, tab: next === 'details' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Stack>
      <Row wrap={false}>
        <ProductPicture src={product.imageUrl} />
        <Heading size="sm" level={3}>
          {productName(product)}
        </Heading>
        <ProductStatus status={product.status} />
      </Row>
      <Tabs label={productName(product)} tabs={tabs} value={tab} onChange={choose}>
        {tab === 'details' && <ProductDetails product={product} />}
        {tab === 'offers' && <ProductOffers productId={product.id} />}
        {tab === 'stock' && <ProductStock product={product} />}
      </Tabs>
    </Stack>
  )
}
