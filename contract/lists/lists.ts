import type { SearchResource } from '../search'
import { campaignList } from './campaigns'
import type { ListDescription } from './description'
import { customerList } from './customers'
import { fulfilmentList } from './fulfilments'
import { offerList } from './offers'
import { orderList } from './orders'
import { productList } from './products'
import { transactionList } from './transactions'

/** Every list that can be searched, by the name of its resource. */
export const lists = {
  offers: offerList,
  products: productList,
  campaigns: campaignList,
  customers: customerList,
  orders: orderList,
  fulfillments: fulfilmentList,
  transactions: transactionList,
} as const satisfies { readonly [Resource in SearchResource]: ListDescription & { resource: Resource } }
