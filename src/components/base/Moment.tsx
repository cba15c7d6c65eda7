import { formatMoment, formatZone } from './format'

/** A moment in the browser's zone (OT-02), with its distance from UTC as title, or written out (GE-02). */
export function Moment({ iso, zone = 'title' }: { iso: string | null | undefined; zone?: 'title' | 'written' }) {
  const text = formatMoment(iso)
  if (!iso || text === '-') return '-'
  return (
    <time dateTime={iso} title={`${text} (${formatZone(iso)})`}>
      {zone === 'written' ? `${text} (${formatZone(iso)})` : text}
    </time>
  )
}
