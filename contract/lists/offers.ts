import type { Offer } from '../offers'
import type { SearchedListOf } from './description'
import { searched } from './searched'

export const offerList = {
  resource: 'offers',
  ...searched.offers,
  columns: {
    displayName: { kind: 'text', label: 'Name' },
    basePrice: { kind: 'money', label: 'Base Price' },
    shipPrice: { kind: 'money', label: 'Shipping Price' },
    quantityPerOrder: { kind: 'count', label: 'Quantity Per Order' },
    minPrice: { kind: 'money', label: 'Min Price' },
    maxPrice: { kind: 'money', label: 'Max Price' },
    maxQuantity: { kind: 'count', label: 'Max Quantity' },
    quantity: { kind: 'count', label: 'Quantity Available' },
    createdAt: { kind: 'moment', label: 'Added on' },
    updatedAt: { kind: 'moment', label: 'Last active at' },
  },
  filters: { campaignId: { kind: 'id' }, productId: { kind: 'id' } },
  ranges: {},
  sorts: [],
  finds: ['displayName', 'productSku'],
} as const satisfies SearchedListOf<'offers', Offer>
