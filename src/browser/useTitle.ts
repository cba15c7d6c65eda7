import { useEffect } from 'react'

/** Names the tab of the browser by what it shows, the nearest first: 'Spring Launch · Campaigns · Offerdesk' (GE-12). */
export function useTitle(...names: readonly (string | undefined)[]): void {
  const title = [...new Set([...names.filter(Boolean), 'Offerdesk'])].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
