import type { KeyboardEvent, PointerEvent } from 'react'
import { splitter } from '../../../styled-system/recipes/splitter'

interface SplitterProps {
  /** Names the pane whose size it changes. */
  label: string
  /** How the line runs. */
  orientation: 'vertical' | 'horizontal'
  /** Pixels of the pane, and between what they stay. */
  value: number
  min: number
  max: number
  /** Whether the pane lies behind the line, below it or to its right. */
  isBehind?: boolean | undefined
  onChange: (value: number) => void
}

const keys: Readonly<Record<string, number>> = { ArrowLeft: -16, ArrowUp: -16, ArrowRight: 16, ArrowDown: 16 }

/** The line between two panes, which is dragged or moved by arrow keys. */
export function Splitter({ label, orientation, value, min, max, isBehind = false, onChange }: SplitterProps) {
  const resize = (to: number) => onChange(Math.round(Math.min(Math.max(to, min), max)))
  const sign = isBehind ? -1 : 1
  const along = ({ clientX, clientY }: PointerEvent) => (orientation === 'vertical' ? clientX : clientY)
  const press = (event: PointerEvent<HTMLElement>) => {
    // The element remembers where the pane would end if the pointer were at zero.
    event.currentTarget.dataset['origin'] = String(value - sign * along(event))
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    resize(Number(event.currentTarget.dataset['origin']) + sign * along(event))
  }
  const move = (event: KeyboardEvent) => {
    const by = keys[event.key]
    if (by === undefined) return
    event.preventDefault()
    resize(value + sign * by)
  }
  return (
    <div
      className={splitter({ orientation })}
      role="separator"
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={press}
      onPointerMove={drag}
      onKeyDown={move}
    />
  )
}
