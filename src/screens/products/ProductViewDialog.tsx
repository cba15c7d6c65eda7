import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { type Product, productName } from '../../../contract/products'
import type { FlowRef } from '../../../machines/flows'
import { PageButtons, PageMenu } from '../../components/actions/PageMenu'
import { buttonStyle } from '../../components/base/Button'
import { Tabs } from '../../components/base/Tabs'
import { ViewDialog } from '../../components/overlay/ViewDialog'
import { RecordColumns } from '../../components/record/RecordColumns'
import { RecordPanel } from '../../components/record/RecordPanel'
import { ResourceRecord } from '../../components/record/ResourceRecord'
import { useApp } from '../../app/context'
import { readRecord } from '../../data/resources/records'
import RecordTimeline from '../audit/RecordTimeline'
import { productPageActions } from './actions'
import { ProductDescription, ProductFacts } from './ProductFacts'
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

const toList = (
  <Link to="/products" className={buttonStyle({ variant: 'outline' })}>
    Go to products
  </Link>
)

/** A product's page over its list (PR-01, GE-14): the address carries which, and the tab. */
export default function ProductViewDialog({ flow }: { flow: FlowRef<'productView'> }) {
  const productId = useSelector(flow, (state) => state.context.productId)
  const { api } = useApp()
  return (
    <ViewDialog flow={flow} title="Product" size="page">
      <ResourceRecord
        key={productId}
        id={productId}
        resource="products"
        read={readRecord(api, 'products', productId)}
        failure="Error fetching product"
        noun="product"
        toList={toList}
      >
        {(product) => <ProductPage product={product} />}
      </ResourceRecord>
    </ViewDialog>
  )
}

function ProductPage({ product }: { product: Product }) {
  const navigate = useNavigate()
  const tab = useSearch({ strict: false, select: tabOf })
  const choose = (next: Tab) =>
    void navigate({
      to: '/products',
      search: (before) => ({ ...before, tab: next === 'details' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  const name = productName(product)
  const isAll = tab === 'details'
  const facts = <ProductFacts product={product} />
  return (
    <RecordPanel
      title={name}
      within="Products"
      picture={<ProductPicture src={product.imageUrl} />}
      badge={<ProductStatus status={product.status} />}
      actions={
        <>
          <PageButtons actions={productPageActions.buttons} record={product} />
          <PageMenu actions={productPageActions.menu} record={product} />
        </>
      }
    >
      <Tabs label={name} tabs={tabs} value={tab} onChange={choose}>
        {/* In one column, what a tab was chosen for comes first. */}
        <RecordColumns
          summary={isAll && facts}
          side={
            <>
              {!isAll && facts}
              <ProductDescription product={product} />
            </>
          }
        >
          {tab !== 'stock' && <ProductOffers productId={product.id} isBeginning={isAll} />}
          {tab !== 'offers' && <ProductStock product={product} isBeginning={isAll} />}
          {isAll && <RecordTimeline resource="products" recordId={product.id} />}
        </RecordColumns>
      </Tabs>
    </RecordPanel>
  )
}
