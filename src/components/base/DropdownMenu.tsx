import { type KeyboardEvent, lazy, type MouseEvent, Suspense, useId, useState } from 'react'
import { button } from '../../../styled-system/recipes/button'
import type { DropdownMenuProps, TriggerAttributes } from './menuEntry'

const importPopup = () => import('../overlay/MenuPopup')
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
