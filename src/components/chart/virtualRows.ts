import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'

/** Shows a few of very many rows of one height, and keeps one of them in sight. */
export function useVirtualRows(count: number, height: number, shown: number) {
  const scroller = useRef<HTMLDivElement>(null)
  // The rule is about a compiler that this app does not use.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    estimateSize: () => height,
    getScrollElement: () => scroller.current,
    overscan: 8,
  })
  useEffect(() => {
    if (shown >= 0) virtualizer.scrollToIndex(shown)
  }, [virtualizer, shown])
  return { scroller, height: virtualizer.getTotalSize(), rows: virtualizer.getVirtualItems() }
}
