import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Eye from 'lucide-react/icons/eye'
import Scale from 'lucide-react/icons/scale'
import type { Product } from '../../../contract/products'
import type { FlowAtAddress } from '../../app/useFlowAtAddress'
import { duplicateIcon, editIcon } from '../../components/actions/icons'
import type { ReadAction, RecordAction, WriteAction } from '../../components/actions/recordAction'
import { withMany } from '../bulkJobs/manyActions'

/** Opens the panel beside the list, which the address carries. */
const atAddress =
  (action: 'view' | 'edit'): ReadAction<Pick<Product, 'id'>>['open'] =>
  ({ id }, { navigate }) =>
    void navigate({
      to: '/products',
      search: (before) => ({ ...before, tab: undefined, action, productId: id }),
      resetScroll: false,
    })

const asking =
  (step: 'archive' | 'restore' | 'duplicate'): WriteAction<Product>['open'] =>
  (product, { open }) =>
    open({ type: 'open.productStep', recordId: product.id, input: { product, step } })

export const newProduct: WriteAction<null> = {
  action: 'products.create',
  label: 'New product',
  primary: true,
  open: (_, { navigate }) =>
    void navigate({
      to: '/products',
      search: (before) => ({ ...before, tab: undefined, action: 'new' }),
      resetScroll: false,
    }),
}

/** What is begun in the list of products (PR-01, PR-04). */
export const productListActions: readonly WriteAction<null>[] = [
  {
    action: 'sheetImports.create',
    also: () => ({ action: 'products.create' }),
    label: 'Import',
    open: (_, { open }) => open({ type: 'open.sheetImport', recordId: undefined, input: {} }),
  },
  newProduct,
]

/** The panel beside the list, for as long as the address asks for it. */
export function productPanel(
  action: 'new' | 'edit' | 'view' | undefined,
  productId: string | undefined,
): FlowAtAddress | undefined {
  if (action === 'new') {
    const event = { type: 'open.productEdit', recordId: undefined, input: { productId: undefined } } as const
    return { action: 'products.create', event }
  }
  if (!action || !productId) return undefined
  return action === 'edit'
    ? { action: 'products.update', event: { type: 'open.productEdit', recordId: productId, input: { productId } } }
    : { reads: true, event: { type: 'open.productView', recordId: productId, input: { productId } } }
}

const editProduct: WriteAction<Product> = {
  action: 'products.update',
  label: 'Edit',
  key: 'e',
  icon: editIcon,
  open: atAddress('edit'),
}

const adjustStock: WriteAction<Product> = {
  action: 'products.adjustStock',
  label: 'Adjust stock',
  icon: <Scale aria-hidden="true" />,
  open: (product, { open }) => open({ type: 'open.stockAdjust', recordId: product.id, input: { product } }),
}

/** What is done more seldom. */
const productSteps: readonly WriteAction<Product>[] = [
  { action: 'products.duplicate', label: 'Duplicate', icon: duplicateIcon, open: asking('duplicate') },
  {
    action: 'products.archive',
    label: 'Archive',
    icon: <Archive aria-hidden="true" />,
    isFor: ({ status }) => status !== 'archived',
    open: asking('archive'),
  },
  {
    action: 'products.restore',
    label: 'Restore',
    icon: <ArchiveRestore aria-hidden="true" />,
    isFor: ({ status }) => status === 'archived',
    open: asking('restore'),
  },
]

/** What can be done with a product where it is looked at: as buttons, and in a menu (GE-14). */
export const productPageActions = { buttons: [editProduct, adjustStock], menu: productSteps } as const

/** What can be done with a product in its list (PR-01, PR-02). */
export const productActions: readonly RecordAction<Product>[] = [
  { reads: true, label: 'View', icon: <Eye aria-hidden="true" />, open: atAddress('view') },
  editProduct,
  adjustStock,
  ...productSteps,
]

/** What is done with many of them at once (WF-03). */
export const productJobs = [
  withMany('products.price', 'products.update', 'Change prices'),
  withMany('products.archive', 'products.archive', 'Archive'),
  withMany('products.restore', 'products.restore', 'Restore'),
]
