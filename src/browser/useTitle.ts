import { useEffect } from 'react'

/** What the tab of the browser is called that shows this, the nearest first: 'Spring Launch · Campaigns · Offerdesk' (GE-12). */
export const titleOf = (names: readonly (string | undefined)[]): string =>
  [...new Set([...names.filter(Boolean), 'Offerdesk'])].join(' · ')

/** Names the tab of the browser by what it shows (GE-12). */
export function useTitle(...names: readonly (string | undefined)[]): void {
  const title = titleOf(names)
  useEffect(() => {
    document.title = title
  }, [title])
}
