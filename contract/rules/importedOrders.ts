import type { Amount } from './amounts'
import type { Membership } from './duties'
import { seesOwnOrdersAlone } from './ownOrders'
import type { PaymentStatus } from './paymentStatus'

/** Why a member imports no orders, beside the right to sell: none of them would be theirs to see (OR-01). */
export const whyNotImported = (member: Membership): string | undefined =>
  seesOwnOrdersAlone(member)
    ? 'You see no orders but those that you have sold, and these would be nobody’s.'
    : undefined

/** A line of an order that was placed elsewhere, with its share of what the order says of all of them, in minor units. */
export interface ImportedItem {
  name: string
  sku: string | null
  quantity: number
  /** What it is of the campaign; nothing of what is merely told. */
  offerId: string | null
  productId: string | null
  quantityPerOrder: number
  listPrice: Amount
  unitPrice: Amount
  shipping: Amount
  tax: Amount
  total: Amount
}

/** Who bought it, as it is told; empty where nothing is. */
export type ImportedCustomer = Record<
  'email' | 'firstName' | 'lastName' | 'phone' | 'address1' | 'address2' | 'city' | 'state' | 'postalCode' | 'country',
  string
>

/** An order as it is added, amounts in minor units, moments as ISO 8601. */
export interface ImportedOrder {
  /** Whose it is; of somebody new what is told of them, and by what orders are told to be of the same person. */
  customerId: string | null
  customerKey: string
  customer: ImportedCustomer
  orderedAt: string
  paidAt: string
  endedAt: string
  status: 'open' | 'completed' | 'cancelled'
  paymentStatus: PaymentStatus
  fulfillmentStatus: 'unfulfilled' | 'partial' | 'delivered'
  currency: string
  pricesIncludeTax: boolean
  /** Thousandths of a percent, as the tax is of goods and shipping. */
  taxRate: number
  subtotal: Amount
  shipping: Amount
  tax: Amount
  total: Amount
  paid: Amount
  refunded: Amount
  items: ImportedItem[]
}

/** What has to be given back where it was paid when an order is cancelled; its currency's sign is in it. */
export const paidBackElsewhere = (money: string): string =>
  `${money} was paid before the order was imported: give it back where it was paid.`

/** Why nothing of an order can be refunded that was paid before it was imported. */
export const paidElsewhere = 'This was paid before the order was imported. Refund it where it was paid.'
