import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { productList } from '../../../contract/lists/products'
import { lowStock, type Product, productName } from '../../../contract/products'
import type { OpenEvent } from '../../../machines/flows'
import { Badge } from '../../components/base/Badge'
import { Button } from '../../components/base/Button'
import { formatCount } from '../../components/base/format'
import { PageHeader } from '../../components/base/PageHeader'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useWorkspace } from '../../app/context'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { productActions } from './actions'
import { ProductLink } from './ProductLink'
import { ProductStatus } from './ProductStatus'
import { useProductCategories } from './useProductCategories'

const route = getRouteApi('/_signedIn/products/')

const column = listColumns(productList)

const others = [
  column('sku', { card: {} }),
  column('category'),
  column('price', { card: {} }),
  column('stock', { cell: (product) => <Stock product={product} />, card: { after: 'in stock' } }),
  column('status', { cell: ({ status }) => <ProductStatus status={status} /> }),
  column('updatedAt'),
]
const plainColumns = [column('name', { cell: productName }), ...others]
const linkedColumns = [column('name', { cell: (product) => <ProductLink product={product} /> }), ...others]

function Stock({ product: { stock } }: { product: Product }) {
  if (typeof stock !== 'number') return '-'
  const count = formatCount(stock)
  return stock <= lowStock ? <Badge tone={stock === 0 ? 'red' : 'amber'}>{count}</Badge> : count
}

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
  const category = useProductCategories()
  const filters = useMemo(() => listFilters(productList, { category }, extensions), [category, extensions])
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
