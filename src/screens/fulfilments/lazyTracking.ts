import { lazyPage } from '../../app/lazyPage'
import type { TrackingFlowProps } from './TrackingFlow'

/** The field of a tracking number comes when one is to be typed, if it has not come before. */
export const TrackingFlow = lazyPage<TrackingFlowProps>(() => import('./TrackingFlow'))
