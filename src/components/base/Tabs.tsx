import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { tabs as tabsRecipe } from '../../../styled-system/recipes/tabs'

interface TabsProps<Id extends string> {
  /** What the tabs are about, for screen readers. */
  label: string
  /** With how much there is behind them, where that is known; it is drawn, so that a tab keeps its name. */
  tabs: readonly { id: Id; label: string; count?: string | undefined }[]
  value: Id
  onChange: (id: Id) => void
  /** The selected tab's panel. */
  children: ReactNode
}

/** How far a key goes through the tabs; the ends are joined. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/**
 * A tab that is chosen, by hand or by the address, comes into the middle of tabs that are wider than the page. That waits
 * for the layout of the next frame: asking for it at once would have a first page laid out twice.
 */
function scrollIntoMiddle(tab: HTMLElement | null) {
  const list = tab?.parentElement
  if (!list) return undefined
  const observer = new IntersectionObserver(() => {
    observer.disconnect()
    list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
  })
  observer.observe(tab)
  return () => observer.disconnect()
}

/**
 * Tabs after the pattern of WAI-ARIA: one tab stop, arrows, Home and End. Written out, as the first page has them and
 * a library's bring 14 kB.
 */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  const id = useId()
  const styles = tabsRecipe()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.id === value)
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : at + (steps[event.key] ?? 0)
    const tab = tabs.at(to % tabs.length)
    if (to === at || !tab) return
    event.preventDefault()
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus()
    onChange(tab.id)
  }
  return (
    <div className={styles.root}>
      <div className={styles.list} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            ref={tab.id === value ? scrollIntoMiddle : undefined}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            data-count={tab.count}
            className={styles.trigger}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? `${id}-panel` : undefined}
            tabIndex={tab.id === value ? 0 : -1}
            data-selected={tab.id === value || undefined}
            onClick={() => onChange(tab.id)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${value}`}
        tabIndex={0}
        className={styles.content}
      >
        {children}
      </div>
    </div>
  )
}
