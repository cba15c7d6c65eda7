import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'

// What every record can have done to it looks alike everywhere.
export const duplicateIcon = <Copy aria-hidden="true" />
export const editIcon = <Pencil aria-hidden="true" />
export const deleteIcon = <Trash2 aria-hidden="true" />
