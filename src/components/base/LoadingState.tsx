import { page } from '../../../styled-system/recipes/page'
import { Skeleton } from './Skeleton'
import { Stack } from './Stack'

interface LoadingStateProps {
  label?: string | undefined
  /** Nothing else on the page has a heading. */
  isPage?: boolean | undefined
}

/** What is still loading: bars to see, one word to hear. index.html begins with the same bars, so that none of them move. */
export function LoadingState({ label = 'Loading...', isPage = false }: LoadingStateProps) {
  return (
    <div role="status" aria-label={label} aria-busy="true">
      <Stack>
        {isPage && <h1 className={page().spokenTitle}>{label}</h1>}
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
        <Skeleton shape="short" />
        <Skeleton />
        <Skeleton />
        <Skeleton shape="short" />
      </Stack>
    </div>
  )
}
