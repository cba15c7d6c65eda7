import type { Campaign } from '../../../contract/campaigns'
import type { Customer } from '../../../contract/customers'
import type { Offer } from '../../../contract/offers'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { Product } from '../../../contract/products'

/** Records as a backend may give them: what is optional is absent. */
export const offer: Offer = { id: 'off_1', displayName: 'Trail Backpack', basePrice: 119, quantity: 40, maxPrice: 150 }
export const otherOffer: Offer = { ...offer, basePrice: 99 }
export const campaign: Campaign = { id: 'cmp_1', name: 'Winter Warmers', status: 'active', startDate: '2026-11-01' }
export const otherCampaign: Campaign = { ...campaign, category: 'Outdoor' }
export const customer: Customer = { id: 'cus_1', firstName: 'Ada', email: 'ada@moss.example' }
export const otherCustomer: Customer = { ...customer, phone: '+1 555 0117' }
export const product: Product = {
  id: 'prd_1',
  name: 'Trail Lamp',
  sku: 'LAMP-1',
  price: 25,
  stock: 4,
  status: 'active',
}
export const otherProduct: Product = { ...product, category: 'Light', stock: 9 }
export const user = { id: 'usr_1', email: 'dana@northwind.example', name: 'Dana Reyes' }
export const otherUser = { id: 'usr_2', email: 'robin@rival.example', name: 'Robin Vale' }
export const organizations = [
  { id: 'org_1', name: 'Northwind Supply' },
  { id: 'org_2', name: 'Harbor Goods' },
]
export const order: OrderRecord = {
  id: 'ord_1',
  number: 1042,
  status: 'open',
  version: 1,
  items: [],
  customer: { id: 'cus_1' },
  shippingAddress: { address1: '9 Heron Wharf', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' },
  transactions: [],
  fulfilments: [],
  timeline: [],
}
export const otherOrder: OrderRecord = { ...order, shippingAddress: { ...order.shippingAddress, city: 'Dallas' } }
