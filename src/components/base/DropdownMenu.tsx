import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'
import { button } from '../../../styled-system/recipes/button'
import { lazyPage, type LazyPart } from '../../app/lazyPage'
import type { MenuButtonProps, OpenedBy, OpenedMenu, TriggerAttributes } from './menuEntry'

/** The menu's own part, whose code is fetched when the page has nothing else to do, or when a menu is about to open. */
export const MenuPopup = lazyPage(() => import('../overlay/MenuPopup'))

/** What opens a menu: a press, and the arrows as well. */
export const openers = (open: (by: OpenedBy) => void) => ({
  onClick: (event: MouseEvent) => open(event.detail === 0 ? 'keyboard' : 'pointer'),
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open('keyboard')
  },
})

/** A button with a menu of its own. Until it is first used it is a plain button, so a hundred of them cost nothing. */
export const menuButton = <Props extends MenuButtonProps>(Popup: LazyPart<Props & OpenedMenu>) =>
  function MenuButton(props: Props) {
    const { children, label, variant = 'outline', size, shape = 'text' } = props
    const id = useId()
    const [state, setState] = useState<'closed' | 'failed' | OpenedBy>(props.opensAtOnce ?? 'closed')
    const trigger: TriggerAttributes = {
      id,
      'aria-label': label,
      title: shape === 'icon' ? label : undefined,
      className: button({ variant, size, shape }),
      children,
    }
    const preload = () => void Popup.preload().catch(() => undefined)
    const open = (by: OpenedBy) =>
      void Popup.preload().then(
        () => setState(by),
        () => setState('failed'),
      )
    if (state === 'pointer' || state === 'keyboard') return <Popup {...props} trigger={trigger} openedBy={state} />
    return (
      <button
        {...trigger}
        {...(state === 'failed' && {
          'aria-label': label && `${label}: try again`,
          title: 'This menu could not be loaded. Check your connection and try again.',
          className: button({ variant, size }),
          children: 'Try again',
        })}
        type="button"
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={preload}
        onFocus={preload}
        {...openers(open)}
      />
    )
  }

/** A button with a menu of these entries. */
export const DropdownMenu = menuButton(MenuPopup)
