import { Skeleton } from './Skeleton'
import { Stack } from './Stack'

/** A page that is still loading: bars to see, one word to hear. */
export function LoadingState({
  label = 'Loading...',
  lines = 6,
}: {
  label?: string | undefined
  lines?: number | undefined
}) {
  return (
    <div role="status" aria-label={label} aria-busy="true">
      <Stack>
        <Skeleton shape="title" />
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} shape={line % 3 === 2 ? 'short' : 'line'} />
        ))}
      </Stack>
    </div>
  )
}
