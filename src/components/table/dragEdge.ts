import { narrowestColumn, widestColumn } from '../../../contract/rules/listLayout'
import { fixedWidth } from './tableColumns'

/** Follows the pointer with the edge of a column, and tells how wide it has become (DT-03). */
export function dragEdge(edge: HTMLElement, pointerId: number, from: number, done: (width: number) => void) {
  const head = edge.closest('th')
  const table = edge.closest('table')
  if (!head || !table) return
  const before = head.offsetWidth
  const isToTheLeft = getComputedStyle(head).direction === 'rtl'
  const widthAt = (x: number) =>
    Math.round(Math.min(widestColumn, Math.max(narrowestColumn, before + (isToTheLeft ? from - x : x - from))))
  const dragging = new AbortController()
  const { signal } = dragging
  // Whoever has let go of it meanwhile drags nothing.
  if (!edge.hasPointerCapture(pointerId)) return
  edge.addEventListener(
    'pointermove',
    ({ clientX }) => {
      const size = widthAt(clientX)
      for (const { cells } of table.rows) {
        for (const [property, pixels] of Object.entries(fixedWidth({ size }) ?? {})) {
          const cell = cells[head.cellIndex]
          if (cell) Object.assign(cell.style, { [property]: `${pixels}px` })
        }
      }
    },
    { signal },
  )
  edge.addEventListener(
    'pointerup',
    ({ clientX }) => {
      dragging.abort()
      if (clientX !== from) done(widthAt(clientX))
    },
    { signal },
  )
  edge.addEventListener(
    'pointercancel',
    () => {
      dragging.abort()
      done(before)
    },
    { signal },
  )
}
