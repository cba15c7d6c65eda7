import { lazyPage } from '../../app/lazyPage'

/** Nobody wraps up before a call has ended: its code comes while that is asked for, if it has not come before. */
export const WrapUp = lazyPage(() => import('./WrapUp'))
