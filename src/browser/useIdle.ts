import { useSyncExternalStore } from 'react'
import { savesData, whenIdle } from './idle'

let isIdle = false
const hear = (listener: () => void) => {
  let isHearing = true
  // What is left for then is not fetched for whoever saves data.
  if (!isIdle && !savesData()) {
    void whenIdle().then(() => {
      isIdle = true
      if (isHearing) listener()
    })
  }
  return () => {
    isHearing = false
  }
}

/** Whether the page has had nothing else to do yet since it came. */
export const useIdle = (): boolean => useSyncExternalStore(hear, () => isIdle)
