import { Menu } from '@ark-ui/react/menu'
import Check from 'lucide-react/icons/check'
import { Fragment } from 'react'
import { menu } from '../../../styled-system/recipes/menu'
import { areKeysOn } from '../../app/keys'
import type { DropdownMenuProps, MenuEntry, OpenedMenu } from '../base/menuEntry'

function Entry({ entry }: { entry: MenuEntry }) {
  const styles = menu()
  const attributes = {
    value: entry.id,
    className: styles.item,
    disabled: (entry.disabled ?? false) || entry.reason !== undefined,
  }
  const hint = areKeysOn() ? entry.hint : undefined
  const text = (
    <span className={styles.itemText}>
      {entry.label}
      {entry.reason && <span className={styles.itemReason}>{entry.reason}</span>}
    </span>
  )
  if (entry.checked === undefined) {
    return (
      <Menu.Item {...attributes} aria-keyshortcuts={hint} data-tone={entry.danger ? 'danger' : undefined}>
        {entry.icon}
        {text}
        {hint && <kbd className={styles.hint} aria-hidden="true" data-keys={hint} />}
      </Menu.Item>
    )
  }
  return (
    <Menu.CheckboxItem {...attributes} checked={entry.checked} closeOnSelect={entry.closes ?? false}>
      <span className={styles.check} aria-hidden="true">
        {entry.checked && <Check />}
      </span>
      {text}
    </Menu.CheckboxItem>
  )
}

const contentOf = (triggerId: string) => `${triggerId}content`

/**
 * A choice by keys within one frame closes a menu that takes the focus back in the next, and it goes away with the menu: whoever
 * is not led elsewhere by then is at its button.
 */
const keepFocus = (triggerId: string) => () => {
  const { activeElement, body } = document
  const isLost = activeElement === body || document.getElementById(contentOf(triggerId))?.contains(activeElement)
  if (isLost) document.getElementById(triggerId)?.focus({ preventScroll: true })
}

/** The menu once it has been used; it starts open. */
export default function MenuPopup(props: DropdownMenuProps & OpenedMenu) {
  const { trigger, openedBy, label, caption, items, onSelect, placement } = props
  const styles = menu()
  const isFirstHighlighted = openedBy === 'keyboard'
  return (
    <Menu.Root
      ids={{ trigger: trigger.id, content: contentOf(trigger.id) }}
      defaultOpen
      defaultHighlightedValue={isFirstHighlighted ? (items[0]?.id ?? null) : null}
      onSelect={(selection) => onSelect(selection.value)}
      positioning={{ placement: placement ?? 'bottom-end', gutter: 4, strategy: 'fixed' }}
      lazyMount
      unmountOnExit
      onExitComplete={keepFocus(trigger.id)}
    >
      <Menu.Trigger {...trigger} />
      <Menu.Positioner>
        <Menu.Content className={styles.content} aria-label={label}>
          {caption && <p className={styles.itemGroupLabel}>{caption}</p>}
          {items.map((entry) => (
            <Fragment key={entry.id}>
              {entry.separated && <Menu.Separator className={styles.separator} />}
              <Entry entry={entry} />
            </Fragment>
          ))}
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}
