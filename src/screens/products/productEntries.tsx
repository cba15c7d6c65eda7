import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Eye from 'lucide-react/icons/eye'
import Pencil from 'lucide-react/icons/pencil'
import Scale from 'lucide-react/icons/scale'
import type { Product } from '../../../contract/products'
import type { MenuEntry } from '../../components/base/menuEntry'
import { duplicate } from '../../components/table/recordEntries'

const always: readonly MenuEntry[] = [
  { id: 'view', label: 'View', icon: <Eye aria-hidden="true" /> },
  { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden="true" /> },
  duplicate,
  { id: 'stock', label: 'Adjust stock', icon: <Scale aria-hidden="true" /> },
]
const active = [...always, { id: 'archive', label: 'Archive', icon: <Archive aria-hidden="true" /> }]
const archived = [...always, { id: 'restore', label: 'Restore', icon: <ArchiveRestore aria-hidden="true" /> }]

/** What can be done with a product, in the menu of its row. */
export const productEntries = ({ status }: Product): readonly MenuEntry[] => (status === 'archived' ? archived : active)
