import { listedCall } from '../callRows'
import { campaign } from '../campaigns'
import { customer } from '../customers'
import { fulfilment } from '../fulfilments'
import { offer } from '../offers'
import { soldLine } from '../orderLines'
import { order } from '../orders'
import { product } from '../products'
import { transaction } from '../transactions'

/**
 * What can be searched, by the names that a search asks for it, and what is known of each on every page: what a row is, and
 * what `SearchedListOf` says of its records. All else of a list comes with whoever shows it.
 */
export const searched = {
  calls: { level: 'extension', row: listedCall },
  campaigns: { row: campaign },
  customers: { noun: 'Customer', deletion: 'restorable', row: customer },
  fulfillments: { row: fulfilment },
  offers: { noun: 'Offer', deletion: 'final', row: offer },
  orderLines: { level: 'extension', row: soldLine },
  orders: { row: order },
  products: { row: product },
  transactions: { row: transaction },
} as const
