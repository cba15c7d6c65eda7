import { lazyPage, lazyPart } from '../../app/lazyPage'
import type { OrderPlacedProps } from './OrderPlaced'

/** What a new order has become. */
export const OrderPlaced = lazyPage<OrderPlacedProps>(() => import('./OrderPlaced'))

/** Who a new customer may be already. */
export const CustomersAlike = lazyPart(async () => (await import('../customers/CustomersAlike')).CustomersAlike)

/** What somebody else has made of the draft. */
export const RecordNews = lazyPart(async () => (await import('../../components/form/RecordNews')).RecordNews)

/** Hardly anybody sells where nothing is on sale. */
export const NoCampaign = lazyPage(() => import('./NoCampaign'))
