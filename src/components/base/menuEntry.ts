import type { ReactNode } from 'react'

export interface MenuEntry {
  id: string
  label: string
  danger?: boolean | undefined
  disabled?: boolean | undefined
  /** Why it is not possible now, in one sentence; given, the entry is disabled (GE-05). */
  reason?: string | undefined
  icon?: ReactNode
  /** The key that does the same without the menu. */
  hint?: string | undefined
  /** Given, the entry is a checkbox, and choosing it leaves the menu open unless `closes` says otherwise. */
  checked?: boolean | undefined
  /** One of several was wanted, and is chosen now. */
  closes?: boolean | undefined
  /** Draws a line above the entry. */
  separated?: boolean | undefined
}

/** With what it was asked for: by keyboard it begins at its first entry. */
export type OpenedBy = 'pointer' | 'keyboard'

export interface MenuButtonProps {
  /** What the trigger shows. */
  children: ReactNode
  /** The trigger's accessible name, where what it shows does not say enough. */
  label?: string | undefined
  /** A line of text above the entries. */
  caption?: string | undefined
  variant?: 'outline' | 'ghost' | undefined
  size?: 'sm' | 'md' | undefined
  shape?: 'text' | 'icon' | 'wide' | undefined
  /** It has been asked for already. */
  opensAtOnce?: OpenedBy | undefined
  placement?: 'bottom-start' | 'bottom-end' | undefined
}

export interface DropdownMenuProps extends MenuButtonProps {
  items: readonly MenuEntry[]
  onSelect: (id: string) => void
}

/** How a menu was opened, and the button that it belongs to. */
export interface OpenedMenu {
  trigger: TriggerAttributes
  openedBy: OpenedBy
}

export interface TriggerAttributes {
  id: string
  'aria-label': string | undefined
  title: string | undefined
  className: string
  children: ReactNode
}
