import { formatMoment, formatZone } from './format'

/** A moment in the browser's zone, with its distance from UTC as title (OT-02). */
export function Moment({ iso }: { iso: string | null | undefined }) {
  const text = formatMoment(iso)
  if (!iso || text === '-') return '-'
  return (
    <time dateTime={iso} title={`${text} (${formatZone(iso)})`}>
      {text}
    </time>
  )
}
