import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { lowStock, type Product, productName } from '../../../contract/products'
import type { OpenEvent } from '../../../machines/flows'
import { Badge } from '../../components/base/Badge'
import { Button } from '../../components/base/Button'
import { formatCount } from '../../components/base/format'
import { PageHeader } from '../../components/base/PageHeader'
import { columnsOf } from '../../components/table/columns'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useWorkspace } from '../../app/context'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { productActions } from './actions'
import { ProductLink } from './ProductLink'
import { ProductStatus } from './ProductStatus'
import { useProductCategories } from './useProductCategories'

const route = getRouteApi('/_signedIn/products/')

const { text, shown, money, moment } = columnsOf<Product>()

const others = [
  text('sku', 'SKU', { card: {} }),
  text('category', 'Category'),
  money('price', 'Price', { card: {} }),
  shown('stock', 'Stock', (product) => <Stock product={product} />, { align: 'end', card: { after: 'in stock' } }),
  shown('status', 'Status', ({ status }) => <ProductStatus status={status} />),
  moment('updatedAt', 'Updated'),
]
const plainColumns = [shown('name', 'Name', productName), ...others]
const linkedColumns = [shown('name', 'Name', (product: Product) => <ProductLink product={product} />), ...others]

function Stock({ product: { stock } }: { product: Product }) {
  if (typeof stock !== 'number') return '-'
  const count = formatCount(stock)
  return stock <= lowStock ? <Badge tone={stock === 0 ? 'red' : 'amber'}>{count}</Badge> : count
}

const statusFilter = {
  name: 'status',
  label: 'Status',
  options: [
    { value: 'active', label: 'Active' },
    { value: 'archived', label: 'Archived' },
  ],
}
const stockFilter = { name: 'stockLevel', label: 'Stock', options: [{ value: 'low', label: 'Low stock' }] }
const rowActions = {
  label: (product: Product) => `Actions for ${productName(product)}`,
  actions: productActions,
}
const parameters = ['action', 'productId', 'tab']

/** Every product of the organization (PR-01). A backend of the twenty calls has the list alone. */
export default function ProductsScreen() {
  const { extensions } = useApp().config
  const workspace = useWorkspace()
  const navigate = route.useNavigate()
  const { action, productId } = route.useSearch()
  const panel = useMemo((): OpenEvent | undefined => {
    if (!extensions) return undefined
    if (action === 'new') return { type: 'open.productEdit', recordId: undefined, input: { productId: undefined } }
    if (!action || !productId) return undefined
    return action === 'edit'
      ? { type: 'open.productEdit', recordId: productId, input: { productId } }
      : { type: 'open.productView', recordId: productId, input: { productId } }
  }, [extensions, action, productId])
  useFlowAtAddress(panel, parameters)
  const add = () =>
    void navigate({ search: (before) => ({ ...before, tab: undefined, action: 'new' }), resetScroll: false })
  const categories = useProductCategories()
  const filters = useMemo(
    () => [
      statusFilter,
      // A backend of the twenty calls tells no categories.
      ...(extensions ? [{ name: 'category', label: 'Category', options: categories }, stockFilter] : []),
    ],
    [categories, extensions],
  )
  return (
    <>
      <PageHeader
        title="Products"
        actions={
          extensions && (
            <>
              <Button onClick={() => workspace.send({ type: 'open.sheetImport', recordId: undefined, input: {} })}>
                Import
              </Button>
              <Button variant="solid" onClick={add}>
                New product
              </Button>
            </>
          )
        }
      />
      <ResourceTable
        resource="products"
        label="Products"
        columns={extensions ? linkedColumns : plainColumns}
        failure="Error fetching products"
        filters={filters}
        rowActions={extensions ? rowActions : undefined}
      />
    </>
  )
}
