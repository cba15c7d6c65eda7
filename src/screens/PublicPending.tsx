import { LoadingState } from '../components/LoadingState'
import { PublicLayout } from '../components/PublicLayout'

/** A page for anyone whose code or data is still coming. */
export const PublicPending = () => (
  <PublicLayout>
    <LoadingState />
  </PublicLayout>
)
