import Ellipsis from 'lucide-react/icons/ellipsis'
import { DropdownMenu } from '../base/DropdownMenu'
import type { MenuEntry } from '../base/menuEntry'

interface MenuProps {
  /** The accessible name of the button, such as "Actions for Trial". */
  label: string
  items: readonly MenuEntry[]
  onSelect: (id: string) => void
}

/** What can be done with one row. */
export function Menu({ label, items, onSelect }: MenuProps) {
  return (
    <DropdownMenu label={label} items={items} onSelect={onSelect} variant="ghost" size="sm" shape="icon">
      <Ellipsis aria-hidden="true" />
    </DropdownMenu>
  )
}
