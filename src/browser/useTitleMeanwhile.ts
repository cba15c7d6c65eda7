import { useEffect } from 'react'
import { titleOf } from './useTitle'

/** Names the tab of the browser by what is open beside a page, which has it back afterwards (GE-12). */
export function useTitleMeanwhile(...names: readonly string[]): void {
  const title = titleOf(names)
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      // Another page may have come meanwhile, which has named itself.
      if (document.title === title) document.title = before
    }
  }, [title])
}
