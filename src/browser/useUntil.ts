import { useState } from 'react'

/** True until something has come to be, and never again. */
export function useUntil(isNow: boolean): boolean {
  const [hasBeen, note] = useState(isNow)
  if (isNow && !hasBeen) note(true)
  return !isNow && !hasBeen
}
