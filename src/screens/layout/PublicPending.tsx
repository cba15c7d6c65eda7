import { LoadingState } from '../../components/base/LoadingState'
import { PublicLayout } from '../../components/layout/PublicLayout'

/** A page for anyone whose code or data is still coming. */
export const PublicPending = () => (
  <PublicLayout>
    <LoadingState isPage />
  </PublicLayout>
)
