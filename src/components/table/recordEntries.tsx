import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { MenuEntry } from '../base/menuEntry'

export const duplicate: MenuEntry = { id: 'duplicate', label: 'Duplicate', icon: <Copy aria-hidden="true" /> }

/** What every record can have done to it, in the menu of its row. */
export const editAndDelete: readonly MenuEntry[] = [
  { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden="true" /> },
  { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden="true" />, danger: true },
]
