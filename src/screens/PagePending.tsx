import { LoadingState } from '../components/LoadingState'

/** A page whose code or data is still coming. */
export const PagePending = () => <LoadingState />
