import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
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
import { ProductLink } from './ProductLink'
import { productEntries } from './productEntries'
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

const parameters = ['action', 'productId', 'tab']

/** Every product of the organization (PR-01). A backend of the twenty calls has the list alone. */
export default function ProductsScreen() {
  const { extensions } = useApp().config
  const workspace = useWorkspace()
  const navigate = route.useNavigate()
  const { action, productId } = route.useSearch()
  const panel = useMemo((): OpenEvent | undefined => {
    if (!extensions) return undefined
    if (action === 'new') return { type: 'open.productEdit', input: { productId: undefined } }
    if (!action || !productId) return undefined
    return action === 'edit'
      ? { type: 'open.productEdit', input: { productId } }
      : { type: 'open.productView', input: { productId } }
  }, [extensions, action, productId])
  useFlowAtAddress(panel, parameters)
  const ask = useCallback(
    (asked: { action: 'new' | 'edit' | 'view'; productId?: string }) =>
      void navigate({ search: (before) => ({ ...before, tab: undefined, ...asked }), resetScroll: false }),
    [navigate],
  )
  const rowActions = useMemo(
    () => ({
      label: (product: Product) => `Actions for ${productName(product)}`,
      items: productEntries,
      onSelect: (chosen: string, product: Product) => {
        if (chosen === 'view' || chosen === 'edit') ask({ action: chosen, productId: product.id })
        else if (chosen === 'stock') workspace.send({ type: 'open.stockAdjust', input: { product } })
        else if (chosen === 'archive' || chosen === 'restore' || chosen === 'duplicate')
          workspace.send({ type: 'open.productStep', input: { product, step: chosen } })
      },
    }),
    [ask, workspace],
  )
  const category = useProductCategories()
  const filters = useMemo(() => listFilters(productList, { category }, extensions), [category, extensions])
  return (
    <>
      <PageHeader
        title="Products"
        actions={
          extensions && (
            <>
              <Button onClick={() => workspace.send({ type: 'open.sheetImport', input: {} })}>Import</Button>
              <Button variant="solid" onClick={() => ask({ action: 'new' })}>
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
