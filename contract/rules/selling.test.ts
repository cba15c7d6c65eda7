import { expect, test } from 'vitest'
import { dayIn } from './days'
import {
  mostUnits,
  offerTold,
  type OfferForSale,
  type Placement,
  priceRange,
  type SellingFacts,
  whyNoneSold,
  whyNotPlaced,
} from './selling'

const hose: OfferForSale = {
  campaignId: 'spring',
  isDeleted: false,
  listPrice: 2_000,
  shipPrice: 495,
  minPrice: 1_500,
  maxPrice: 2_500,
  maxQuantity: 3,
  quantity: 50,
  quantityPerOrder: 2,
  productId: 'hose',
  productName: 'Garden Hose',
  productStock: 100,
  isProductArchived: false,
}

const facts = (offers: Record<string, OfferForSale> = { hose }, more: Partial<SellingFacts> = {}): SellingFacts => ({
  today: '2026-03-10',
  terms: { currency: 'USD', taxRate: 0, pricesIncludeTax: false },
  campaign: { status: 'active', startDate: '2026-03-01', endDate: '2026-03-31', mustAgreeToTerms: false },
  customer: 'known',
  offers: new Map(Object.entries(offers)),
  ...more,
})

const placement: Placement = {
  campaignId: 'spring',
  lines: [{ offerId: 'hose', quantity: 2, unitPrice: 20 }],
  address: { country: 'US', address1: '9 Heron Wharf', city: 'Austin', state: 'TX', postalCode: '78704' },
}
const line = (quantity: number, unitPrice = 20, offerId = 'hose') => ({ offerId, quantity, unitPrice })

test('NO-02 what is possible is not refused, up to the very limits', () => {
  expect(whyNotPlaced(placement, facts())).toEqual([])
  expect(
    whyNotPlaced({ ...placement, lines: [line(3, 15), line(1, 25, 'other')] }, facts({ hose, other: hose })),
  ).toEqual([])
})

test.each<[what: string, changed: Partial<Placement>, known: Partial<SellingFacts>, path: string, message: string]>([
  [
    'a price below the range',
    { lines: [line(1, 14.99)] },
    {},
    'lines.0.unitPrice',
    'The price must be between $15.00 and $25.00.',
  ],
  [
    'a price above the range',
    { lines: [line(1, 25.01)] },
    {},
    'lines.0.unitPrice',
    'The price must be between $15.00 and $25.00.',
  ],
  ['too many in one order', { lines: [line(4)] }, {}, 'lines.0.quantity', 'At most 3 of this offer in one order.'],
  [
    'too many in two lines',
    { lines: [line(2), line(2)] },
    {},
    'lines.1.quantity',
    'At most 3 of this offer in one order.',
  ],
  [
    'an offer that is unknown',
    { lines: [line(1, 20, 'x')] },
    {},
    'lines.0.offerId',
    'There is no such offer in this organization.',
  ],
  ['no offer at all', { lines: [] }, {}, 'lines', 'Add at least one offer'],
  [
    'a customer that is unknown',
    {},
    { customer: 'unknown' },
    'customerId',
    'There is no such customer in this organization.',
  ],
  [
    'a customer that was merged',
    {},
    { customer: 'merged', mergedInto: 'Vera Buys' },
    'customerId',
    'This customer was merged into Vera Buys.',
  ],
  [
    'a customer that was merged into one who was deleted',
    {},
    { customer: 'merged' },
    'customerId',
    'This customer was merged into another one, who has been deleted.',
  ],
  ['a customer that was deleted', {}, { customer: 'deleted' }, 'customerId', 'This customer has been deleted.'],
  [
    'a campaign that is unknown',
    {},
    { campaign: undefined },
    'campaignId',
    'There is no such campaign in this organization.',
  ],
  ['a campaign that begins tomorrow', {}, { today: '2026-02-28' }, 'campaignId', 'This campaign begins on 2026-03-01.'],
  ['a campaign that ended yesterday', {}, { today: '2026-04-01' }, 'campaignId', 'This campaign ended on 2026-03-31.'],
  ['a completed campaign', {}, { campaign: { status: 'completed' } }, 'campaignId', 'This campaign is completed.'],
  [
    'an archived campaign',
    {},
    { campaign: { archivedAt: new Date(0) } },
    'campaignId',
    'This campaign has been archived.',
  ],
  [
    'terms that were not agreed',
    {},
    { campaign: { mustAgreeToTerms: true } },
    'agreedToTermsAt',
    'The customer has to agree to the terms first.',
  ],
  [
    'an agreement of long ago',
    { agreedToTermsAt: '1990-01-05T10:00:00Z' },
    {},
    'agreedToTermsAt',
    'The customer agreed to the terms more than 30 days ago. Ask them to agree again.',
  ],
  [
    'an address without a state',
    { address: { ...placement.address, state: ' ' } },
    {},
    'address.state',
    'The address needs a state or province.',
  ],
  [
    'a country that is none',
    { address: { ...placement.address, country: 'XX' } },
    {},
    'address.country',
    'There is no such country.',
  ],
])('NO-02 %s is refused at its field', (_, changed, known, path, message) => {
  const refusals = whyNotPlaced({ ...placement, ...changed }, facts({ hose }, known))
  expect(refusals).toEqual([{ path, message }])
})

test.each<[changed: Partial<OfferForSale>, field: string, message: string]>([
  [{ isDeleted: true }, 'offerId', 'This offer has been deleted.'],
  [{ campaignId: 'autumn' }, 'offerId', 'This offer belongs to another campaign.'],
  [{ isProductArchived: true }, 'offerId', 'Garden Hose has been archived.'],
  [{ quantity: 0 }, 'quantity', 'This offer is sold out.'],
  [{ quantity: 1 }, 'quantity', 'Only 1 of this offer left.'],
  [{ productStock: 3 }, 'quantity', 'Garden Hose is in stock for 1 of this offer only.'],
  [{ productStock: 1 }, 'quantity', 'Garden Hose is out of stock.'],
  [{ minPrice: null, maxPrice: null, listPrice: 1_900 }, 'unitPrice', 'The price of this offer is $19.00.'],
])('NO-02 an offer with %j is refused', (changed, field, message) => {
  const refusals = whyNotPlaced(placement, facts({ hose: { ...hose, ...changed } }))
  expect(refusals).toEqual([{ path: `lines.0.${field}`, message }])
})

test('NO-02 offers of one product share its stock', () => {
  const single = { ...hose, quantityPerOrder: 1, productStock: 5 }
  const lines = [line(2), line(1, 20, 'single')]
  expect(whyNotPlaced({ ...placement, lines }, facts({ hose: { ...hose, productStock: 5 }, single }))).toEqual([])
  const more = [line(2), line(2, 20, 'single')]
  expect(whyNotPlaced({ ...placement, lines: more }, facts({ hose: { ...hose, productStock: 5 }, single }))).toEqual([
    { path: 'lines.1.quantity', message: 'Garden Hose is in stock for 1 of this offer only.' },
  ])
  expect(mostUnits(single, { ofOffer: 0, ofProduct: 4 })).toBe(1)
})

test('NO-02 a limit that is not set is the price of the offer itself', () => {
  expect(priceRange({ ...hose, minPrice: null })).toEqual({ min: 2_000, max: 2_500 })
  expect(priceRange({ ...hose, maxPrice: null })).toEqual({ min: 1_500, max: 2_000 })
  expect(priceRange({ ...hose, minPrice: null, maxPrice: 1_000 })).toEqual({ min: 1_000, max: 1_000 })
})

test('NO-02 prices of a currency without decimals are whole', () => {
  const terms = { currency: 'JPY', taxRate: 0, pricesIncludeTax: false }
  expect(whyNotPlaced({ ...placement, lines: [line(1, 20.5)] }, facts({ hose }, { terms }))).toEqual([
    { path: 'lines.0.unitPrice', message: 'Prices in JPY have no decimals.' },
  ])
})

test('NO-02 an order has a highest total', () => {
  const dear = { ...hose, minPrice: 0, maxPrice: 999_999_999, maxQuantity: null }
  expect(whyNotPlaced({ ...placement, lines: [line(2, 9_999_999)] }, facts({ hose: dear }))).toEqual([
    { path: 'lines', message: 'An order is at most $9,999,999.99.' },
  ])
})

test('NO-02 a campaign begins and ends by the days of its organization', () => {
  const moment = new Date('2026-03-01T03:00:00Z')
  expect(dayIn('America/Chicago', moment)).toBe('2026-02-28')
  expect(dayIn('Europe/Berlin', moment)).toBe('2026-03-01')
  expect(dayIn('Pacific/Auckland', new Date('2026-12-31T12:00:00Z'))).toBe('2027-01-01')
})

test('NO-02 a list of offers tells prices, shipping and what is left, and at once what there is none of', () => {
  const offer = {
    id: 'hose',
    displayName: 'Garden Hose',
    basePrice: 20,
    quantity: 9,
    productStock: 8,
    quantityPerOrder: 2,
  }
  const limited = { ...offer, minPrice: 15, maxPrice: 25, shipPrice: 4.95, maxQuantity: 3, productSku: 'HOSE-25' }
  expect(offerTold(limited, 'USD')).toBe('HOSE-25 · $20.00 ($15.00 to $25.00) · shipping $4.95 · 4 left · at most 3')
  expect(offerTold({ id: 'hose', displayName: 'Hose', basePrice: 20, quantity: 2 }, 'USD')).toBe(
    '$20.00 · ships for nothing · 2 left',
  )
  expect(whyNoneSold(offer)).toBeUndefined()
  expect(whyNoneSold({ ...offer, productStock: 1 })).toBe('Garden Hose is out of stock.')
  expect(whyNoneSold({ ...offer, quantity: 0 })).toBe('This offer is sold out.')
  expect(whyNoneSold({ ...offer, productStatus: 'active' })).toBeUndefined()
  expect(whyNoneSold({ ...offer, productStatus: 'archived' })).toBe('Garden Hose has been archived.')
})
