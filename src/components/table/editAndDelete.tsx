import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { MenuEntry } from '../base/menuEntry'

/** What every record can have done to it, in the menu of its row. */
export const editAndDelete: readonly MenuEntry[] = [
  { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden="true" /> },
  { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden="true" />, danger: true },
]
