import { LoadingState } from '../../components/base/LoadingState'

/** A page whose code or data is still coming. */
export const PagePending = () => <LoadingState isPage />
