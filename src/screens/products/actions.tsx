import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Eye from 'lucide-react/icons/eye'
import Scale from 'lucide-react/icons/scale'
import type { Product } from '../../../contract/products'
import { duplicateIcon, editIcon } from '../../components/actions/icons'
import type { ReadAction, RecordAction, WriteAction } from '../../components/actions/recordAction'

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

/** What can be done with a product in its list (PR-01, PR-02). */
export const productActions: readonly RecordAction<Product>[] = [
  { reads: true, label: 'View', icon: <Eye aria-hidden="true" />, open: atAddress('view') },
  { action: 'products.update', label: 'Edit', icon: editIcon, open: atAddress('edit') },
  { action: 'products.duplicate', label: 'Duplicate', icon: duplicateIcon, open: asking('duplicate') },
  {
    action: 'products.adjustStock',
    label: 'Adjust stock',
    icon: <Scale aria-hidden="true" />,
    open: (product, { open }) => open({ type: 'open.stockAdjust', recordId: product.id, input: { product } }),
  },
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
