import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { inspector } from '../../../styled-system/recipes/inspector'
import { useVirtualRows } from './virtualRows'

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
  /** Pixels from the left to what is to be in sight of the row that is selected, where rows are wide. */
  spot?: number | undefined
  /** Whether a row says something of its own, in one cell. */
  isNote?: ((place: number) => boolean) | undefined
}

/** A list of very many rows, of which only those in sight are drawn. Up, Down, Page Up, Page Down, Home and End select. */
export function EventList({
  label,
  count,
  selected,
  onSelect,
  rowHeight,
  head,
  renderRow,
  hasLanes,
  spot,
  isNote,
}: EventListProps) {
  const styles = inspector()
  const id = useId()
  const { scroller, height, rows } = useVirtualRows(count, rowHeight, selected, spot)
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
            data-note={isNote?.(index) || undefined}
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
