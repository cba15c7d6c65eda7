import type { SearchResource } from '../search'
import { campaignFinds, campaignList } from './campaigns'
import type { ListDescription } from './description'
import { customerFinds, customerList } from './customers'
import { fulfilmentFinds, fulfilmentList } from './fulfilments'
import { offerFinds, offerList } from './offers'
import { orderFinds, orderList } from './orders'
import { productFinds, productList } from './products'
import { transactionFinds, transactionList } from './transactions'

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

/** What `q` looks in, by the name of the resource. */
export const finds: Readonly<Record<SearchResource, readonly string[]>> = {
  offers: offerFinds,
  products: productFinds,
  campaigns: campaignFinds,
  customers: customerFinds,
  orders: orderFinds,
  fulfillments: fulfilmentFinds,
  transactions: transactionFinds,
}
