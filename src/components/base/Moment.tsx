import { formatDayOf, formatMoment, formatZoned } from './format'

interface MomentProps {
  iso: string | null | undefined
  zone?: 'title' | 'written'
  /** How much of it is shown; the title has all of it. */
  precision?: 'second' | 'day'
}

/** A moment in the browser's zone (OT-02), with its distance from UTC as title, or written out (GE-02). */
export function Moment({ iso, zone = 'title', precision = 'second' }: MomentProps) {
  const text = formatMoment(iso)
  if (!iso || text === '-') return '-'
  return (
    <time dateTime={iso} title={formatZoned(iso)}>
      {zone === 'written' ? formatZoned(iso) : precision === 'day' ? formatDayOf(iso) : text}
    </time>
  )
}
