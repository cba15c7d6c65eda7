import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { productList } from '../../../contract/lists/products'
import { type Product, productName } from '../../../contract/products'
import type { BulkActions } from '../../components/bulk/BulkMenu'
import { PageButtons } from '../../components/actions/PageMenu'
import { PageHeader } from '../../components/base/PageHeader'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp } from '../../app/context'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { exporting } from '../listExports/exporting'
import { productActions, productJobs, productListActions, productPanel } from './actions'
import { ProductLink } from './ProductLink'
import { ProductStatus } from './ProductStatus'
import { StockCount } from './StockCount'
import { useProductCategories } from './useProductCategories'

const route = getRouteApi('/_signedIn/products/')

const column = listColumns(productList)

const others = [
  column('sku', { card: {} }),
  column('category'),
  column('price', { card: {} }),
  column('stock', { cell: ({ stock }) => <StockCount stock={stock} />, card: { after: 'in stock' } }),
  column('status', { cell: ({ status }) => <ProductStatus status={status} /> }),
  column('updatedAt'),
]
const plainColumns = [column('name', { cell: productName }), ...others]
const linkedColumns = [column('name', { cell: (product) => <ProductLink product={product} /> }), ...others]

const rowActions = {
  label: (product: Product) => `Actions for ${productName(product)}`,
  actions: productActions,
}
const bulk: BulkActions<Product> = {
  list: productList,
  jobs: productJobs,
  label: (product) => `Choose ${productName(product)}`,
}
const parameters = ['action', 'productId', 'tab']
const toolbar = exporting(productList)

/** Every product of the organization (PR-01). A backend of the twenty calls has the list alone. */
export default function ProductsScreen() {
  const { extensions } = useApp().config
  const { action, productId } = route.useSearch()
  const panel = useMemo(
    () => (extensions ? productPanel(action, productId) : undefined),
    [extensions, action, productId],
  )
  useFlowAtAddress(panel, parameters)
  const category = useProductCategories()
  const filters = useMemo(() => listFilters(productList, { category }, extensions), [category, extensions])
  return (
    <>
      <PageHeader title="Products" actions={extensions && <PageButtons actions={productListActions} record={null} />} />
      <ResourceTable
        resource="products"
        label="Products"
        columns={extensions ? linkedColumns : plainColumns}
        failure="Error fetching products"
        filters={filters}
        rowActions={extensions ? rowActions : undefined}
        toolbar={toolbar}
        bulk={extensions ? bulk : undefined}
        begin={extensions && <PageButtons actions={productListActions} record={null} />}
      />
    </>
  )
}
