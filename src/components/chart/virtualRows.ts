import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'

/** Pixels round a spot that belong to it. */
const spotMargin = 80

/** Shows a few of very many rows of one height, and keeps one of them in sight; of wide rows, a spot so many pixels from the left. */
export function useVirtualRows(count: number, height: number, shown: number, spot?: number) {
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
  useEffect(() => {
    const { current: list } = scroller
    if (!list || spot === undefined) return
    const isInSight = spot > list.scrollLeft + spotMargin && spot < list.scrollLeft + list.clientWidth - spotMargin
    if (!isInSight) list.scrollTo({ left: spot - list.clientWidth / 2 })
  }, [spot])
  return { scroller, height: virtualizer.getTotalSize(), rows: virtualizer.getVirtualItems() }
}
