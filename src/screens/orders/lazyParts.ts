import { lazyPage } from '../../app/lazyPage'
import type { GatewayChoiceProps } from './GatewayChoice'
import type { OrderThenProps } from './OrderThen'

/** What an order was once comes for whoever looks back. */
export const OrderThen = lazyPage<OrderThenProps>(() => import('./OrderThen'))

/** Few orders have a choice. */
export const GatewayChoice = lazyPage<GatewayChoiceProps>(() => import('./GatewayChoice'))

/** Browsers that copy nothing by themselves are few. */
export const CopyByHand = lazyPage<{ url: string }>(() => import('./CopyByHand'))
