import { type KeyboardEvent, lazy, type MouseEvent, type ReactNode, Suspense, useId, useState } from 'react'
import { button } from '../../styled-system/recipes/button'

export interface MenuEntry {
  id: string
  label: string
  danger?: boolean | undefined
  disabled?: boolean | undefined
  icon?: ReactNode
  /** Given, the entry is a checkbox, and choosing it leaves the menu open. */
  checked?: boolean | undefined
  /** Draws a line above the entry. */
  separated?: boolean | undefined
}

export interface DropdownMenuProps {
  /** What the trigger shows. */
  children: ReactNode
  /** The trigger's accessible name, where what it shows does not say enough. */
  label?: string | undefined
  /** A line of text above the entries. */
  caption?: string | undefined
  items: readonly MenuEntry[]
  onSelect: (id: string) => void
  variant?: 'outline' | 'ghost' | undefined
  size?: 'sm' | 'md' | undefined
  shape?: 'text' | 'icon' | 'wide' | undefined
  placement?: 'bottom-start' | 'bottom-end' | undefined
}

export interface TriggerAttributes {
  id: string
  'aria-label': string | undefined
  title: string | undefined
  className: string
  children: ReactNode
}

const importPopup = () => import('./MenuPopup')
const MenuPopup = lazy(importPopup)
const preload = () => void importPopup().catch(() => undefined)

/** A button with a menu. Until it is first used it is a plain button, so a hundred of them cost nothing. */
export function DropdownMenu(props: DropdownMenuProps) {
  const { children, label, variant = 'outline', size, shape = 'text' } = props
  const id = useId()
  const [opened, setOpened] = useState<'pointer' | 'keyboard'>()
  const trigger: TriggerAttributes = {
    id,
    'aria-label': label,
    title: shape === 'icon' ? label : undefined,
    className: button({ variant, size, shape }),
    children,
  }
  const open = (event: MouseEvent) => setOpened(event.detail === 0 ? 'keyboard' : 'pointer')
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpened('keyboard')
  }
  const closed = (
    <button
      {...trigger}
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
      onKeyDown={openByArrow}
    />
  )
  return (
    <Suspense fallback={closed}>
      {opened ? <MenuPopup {...props} trigger={trigger} openedBy={opened} /> : closed}
    </Suspense>
  )
}
