import { useCallback, useSyncExternalStore } from 'react'
import type { LazyPart } from './lazyPage'

/**
 * Whether the code of a part is there. It is fetched when it is wanted, and once more for each new reason to want it.
 */
export function useLoaded(
  part: Pick<LazyPart<never>, 'preload' | 'isLoaded'>,
  wantedBy: string | undefined,
  onFailure: () => void,
): boolean {
  const hear = useCallback(
    (listener: () => void) => {
      let isHearing = true
      const ifHearing = (then: () => void) => () => {
        if (isHearing) then()
      }
      if (wantedBy !== undefined) void part.preload().then(ifHearing(listener), ifHearing(onFailure))
      return () => {
        isHearing = false
      }
    },
    [part, wantedBy, onFailure],
  )
  return useSyncExternalStore(hear, part.isLoaded)
}
