import { type RefCallback, useCallback, useState } from 'react'

/** How wide an element is, in whole pixels, now and whenever that changes; 0 until it is there. */
export function useWidth(): [width: number, ref: RefCallback<HTMLElement>] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, ref]
}
