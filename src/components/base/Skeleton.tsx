import { skeleton } from '../../../styled-system/recipes/skeleton'

/** A bar in place of text that is still loading. */
export function Skeleton({ shape }: { shape?: 'line' | 'short' | 'title' | 'block' | undefined }) {
  return <span className={skeleton({ shape })} aria-hidden="true" />
}
