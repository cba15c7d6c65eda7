import { useLayoutEffect } from 'react'

/** Calls back before anything else is drawn, as long as nothing is waited for. */
export function useAnswered(isLoading: boolean, answered: () => void): void {
  useLayoutEffect(() => {
    if (!isLoading) answered()
  }, [isLoading, answered])
}
