import { customerLines } from './customers'
import { fulfilmentLines } from './fulfilments'
import { offerLines } from './offers'
import { orderLines } from './orders'
import { productLines } from './products'
import type { Import, ImportedRecords } from './records'

const kinds = {
  products: productLines,
  offers: offerLines,
  fulfilments: fulfilmentLines,
  customers: customerLines,
  orders: orderLines,
}

/** What an import is of. */
export const recordsOf = ({ resource }: Import): ImportedRecords => kinds[resource]
