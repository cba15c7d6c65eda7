import { formatDuration, formatZoned } from '../../components/base/format'
import { useNow } from '../../browser/useNow'

/** How long a call has lasted, to the second (CA-01). */
export function CallDuration({ since }: { since: string }) {
  const seconds = useNow() - Date.parse(since) / 1_000
  // Whoever writes the backend may write the moment in a way of their own.
  if (Number.isNaN(seconds)) return null
  return <time title={`since ${formatZoned(since)}`}>{formatDuration(seconds)}</time>
}
