import { formatDayOf, formatMoment, formatShort, formatZoned } from './format'

interface MomentProps {
  iso: string | null | undefined
  zone?: 'title' | 'written'
  /** How much of it is shown: as little as can be read, or all, or the day alone; the title has all of it (GE-13). */
  precision?: 'short' | 'second' | 'day'
}

const formats = { short: formatShort, second: formatMoment, day: formatDayOf }

/** A moment in the browser's zone, with its distance from UTC as title, or written out (GE-02). */
export function Moment({ iso, zone = 'title', precision = 'short' }: MomentProps) {
  if (!iso || formatMoment(iso) === '-') return '-'
  return (
    <time dateTime={iso} title={formatZoned(iso)}>
      {zone === 'written' ? formatZoned(iso) : formats[precision](iso)}
    </time>
  )
}
