import { useSyncExternalStore } from 'react'

const follow = (changed: () => void) => {
  const ticking = setInterval(changed, 1_000)
  return () => clearInterval(ticking)
}
const now = () => Math.floor(Date.now() / 1_000)

/** The time in seconds since 1970, told anew every second. */
export const useNow = (): number => useSyncExternalStore(follow, now)
