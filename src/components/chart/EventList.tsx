import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { inspector } from '../../../styled-system/recipes/inspector'
import { useVirtualRows } from '../../wiring/tools/virtualRows'

interface EventListProps {
  label: string
  count: number
  /** Place of the row that is selected; -1 for none. */
  selected: number
  onSelect: (place: number) => void
  /** Pixels. */
  rowHeight: number
  /** Stays above the rows. */
  head?: ReactNode
  renderRow: (place: number) => ReactNode
  hasLanes?: boolean | undefined
}

/** A list of very many rows, of which only those in sight are drawn. Up, Down, Page Up, Page Down, Home and End select. */
export function EventList({ label, count, selected, onSelect, rowHeight, head, renderRow, hasLanes }: EventListProps) {
  const styles = inspector()
  const id = useId()
  const { scroller, height, rows } = useVirtualRows(count, rowHeight, selected)
  const steps: Record<string, number> = {
    ArrowUp: selected - 1,
    ArrowDown: selected + 1,
    PageUp: selected - 10,
    PageDown: selected + 10,
    Home: 0,
    End: count - 1,
  }
  const move = (event: KeyboardEvent) => {
    const place = steps[event.key]
    if (place === undefined || count === 0) return
    event.preventDefault()
    onSelect(Math.min(Math.max(place, 0), count - 1))
  }
  return (
    <div
      ref={scroller}
      className={styles.list}
      role="listbox"
      aria-label={label}
      aria-activedescendant={rows.some(({ index }) => index === selected) ? `${id}-${selected}` : undefined}
      tabIndex={0}
      onKeyDown={move}
    >
      {head}
      <div className={styles.canvas} role="presentation" style={{ height }}>
        {rows.map(({ index, start }) => (
          <div
            key={index}
            id={`${id}-${index}`}
            className={styles.row}
            role="option"
            tabIndex={-1}
            aria-selected={index === selected}
            aria-setsize={count}
            aria-posinset={index + 1}
            data-lanes={hasLanes || undefined}
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            onClick={() => onSelect(index)}
          >
            {renderRow(index)}
          </div>
        ))}
      </div>
    </div>
  )
}

export function EventCell({ isMuted, title, children }: { isMuted?: boolean; title?: string; children: ReactNode }) {
  return (
    <span className={inspector().cell} data-muted={isMuted || undefined} title={title}>
      {children}
    </span>
  )
}

const laneWidth = 140
const laneHeight = 30

/** The names above the lanes of a sequence. */
export function LaneHeads({ names }: { names: readonly string[] }) {
  const styles = inspector()
  return (
    <div className={styles.lanes} role="presentation">
      {names.map((name, place) => (
        // Two actors of one name have lanes of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={place} className={styles.lane} title={name}>
          {name}
        </span>
      ))}
    </div>
  )
}

interface LaneArrowProps {
  lanes: number
  /** -1 when nobody's event: a person's, or one of the clock. */
  from: number
  to: number
  label: string
}

/** One event between two actors, as a row of a sequence. */
export function LaneArrow({ lanes, from, to, label }: LaneArrowProps) {
  const middle = laneHeight / 2 + 5
  const xOf = (lane: number) => lane * laneWidth + laneWidth / 2
  const end = xOf(to)
  const isOwn = from === to
  const begin = from < 0 ? end - 46 : xOf(from)
  const back = begin < end ? -6 : 6
  const path = isOwn ? `M${end} ${middle - 10}h16v10h-14` : `M${begin} ${middle}H${end}`
  const tip = isOwn ? 6 : back
  const textAt = isOwn ? end + 22 : (begin + end) / 2
  return (
    <svg
      className={inspector().arrow}
      width={lanes * laneWidth}
      height={laneHeight}
      role="img"
      aria-label={label}
      focusable="false"
    >
      {Array.from({ length: lanes }, (_, lane) => (
        <line key={lane} x1={xOf(lane)} x2={xOf(lane)} y1={0} y2={laneHeight} />
      ))}
      {from < 0 && <circle cx={begin} cy={middle} r={3} />}
      <path d={path} />
      <polygon points={`${end},${middle} ${end + tip},${middle - 3.5} ${end + tip},${middle + 3.5}`} />
      <text x={textAt} y={middle - 5} textAnchor={isOwn ? 'start' : 'middle'}>
        {label}
      </text>
    </svg>
  )
}
