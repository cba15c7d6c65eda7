import { type KeyboardEvent, type MouseEvent, useState } from 'react'

/** How far a key leads over the points. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
}

interface Pointed {
  /** The point that is read, if any. */
  at: number | undefined
  /** What the element has that is pointed at and takes the keys: one that is slid over the points, each of which is said as it is come to. */
  surface: {
    role: 'slider'
    tabIndex: 0
    'aria-valuemin': number
    'aria-valuemax': number
    'aria-valuenow': number
    'data-opens': true | undefined
    onKeyDown: (event: KeyboardEvent) => void
    onFocus: () => void
    onBlur: () => void
    onPointerMove: (event: MouseEvent) => void
    onPointerLeave: () => void
    onClick: (event: MouseEvent) => void
  }
}

interface Points {
  count: number
  /** The point at a place of the element. */
  nearest: (event: MouseEvent) => number
  open: ((index: number) => void) | undefined
}

/** Which of some points is read, by pointer or by keys; a press or Enter opens it. */
export function usePointed({ count, nearest, open }: Points): Pointed {
  const [at, setAt] = useState<number>()
  const shown = at === undefined ? undefined : Math.min(at, count - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape' && shown !== undefined) return setAt(undefined)
    if (key === 'Enter' && shown !== undefined && open) return open(shown)
    const to = key === 'Home' ? 0 : key === 'End' ? count - 1 : steps[key] && (shown ?? -1) + steps[key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(count - 1, to)))
  }
  return {
    at: shown,
    surface: {
      role: 'slider',
      tabIndex: 0,
      'aria-valuemin': 1,
      'aria-valuemax': Math.max(1, count),
      'aria-valuenow': (shown ?? 0) + 1,
      'data-opens': open ? true : undefined,
      onKeyDown,
      onFocus: () => setAt((before) => before ?? 0),
      onBlur: () => setAt(undefined),
      onPointerMove: (event) => setAt(nearest(event)),
      onPointerLeave: () => setAt(undefined),
      onClick: (event) => open?.(nearest(event)),
    },
  }
}
