import { formatMoment, timeZone } from './format'

/** A moment in the browser's zone, which its title names (OT-02). */
export function Moment({ iso }: { iso: string | null | undefined }) {
  const text = formatMoment(iso)
  if (!iso || text === '-') return '-'
  return (
    <time dateTime={iso} title={`${text} (${timeZone})`}>
      {text}
    </time>
  )
}
