import { useState } from 'react'

/**
 * Opens the tabs of a page whose tables are in the address: one that is come back to shows its table as it was left, and
 * one that is not has the address that `begun` gives it.
 */
export function useTabsAtAddress<Tab extends string, Search extends object>(
  tab: Tab,
  search: Search,
  begun: (next: Tab) => Search,
  open: (search: Search) => void,
): (next: Tab) => void {
  const [left, setLeft] = useState<Partial<Record<Tab, Search>>>({})
  return (next) => {
    setLeft({ ...left, [tab]: search })
    open(left[next] ?? begun(next))
  }
}
