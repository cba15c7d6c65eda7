import { expect, test } from 'vitest'
import type { Campaign } from '../campaigns'
import type { Customer } from '../customers'
import type { DraftContent } from '../extensions/orderDrafts'
import type { Offer } from '../offers'
import {
  draftAmounts,
  draftTitle,
  isSameContent,
  noFacts,
  type OrderFacts,
  placementOf,
  whyNotDraft,
  withTyped,
} from './orderNew'
import {
  begun,
  countryOfCurrency,
  orderRefusals,
  withCampaign,
  withChosen,
  withFacts,
  withNewCustomer,
  withOffer,
  withoutLine,
  withoutMove,
  withoutStrays,
} from './orderNewChanges'

const terms = { currency: 'USD', taxRate: 0, pricesIncludeTax: false }
const campaign: Campaign = { id: 'cmp_1', name: 'Hoses', status: 'active', mustAgreeToTerms: true }
const offer: Offer = {
  id: 'off_1',
  displayName: 'Garden Hose',
  campaignId: 'cmp_1',
  productId: 'prd_1',
  basePrice: 20,
  minPrice: 15,
  maxPrice: 25,
  maxQuantity: 3,
  quantity: 10,
}
const customer: Customer = {
  id: 'cus_1',
  firstName: 'Ada',
  shippingAddress: { address1: '9 Heron Wharf', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' },
}
const facts: OrderFacts = { ...noFacts, today: '2026-03-02', campaign, customer, offers: [offer] }
const address = { address1: '9 Heron Wharf', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' }
const ready: DraftContent = {
  campaignId: 'cmp_1',
  customerId: 'cus_1',
  lines: [{ offerId: 'off_1', quantity: '2', unitPrice: '19,50' }],
  address,
  agreedToTermsAt: '2026-03-02T10:00:00Z',
}
const draftOf = (content: DraftContent, known = facts) => ({
  content,
  facts: known,
  touched: {},
  refused: {},
  before: undefined,
})

test('NO-01 what was typed is what is placed, whichever decimal sign it has', () => {
  expect(whyNotDraft(ready, facts, terms)).toEqual({})
  expect(placementOf(ready).lines).toEqual([{ offerId: 'off_1', quantity: 2, unitPrice: 19.5 }])
})

test('NO-01 what an order comes to is told only when everything is known that it depends on', () => {
  const shipped = { ...facts, offers: [{ ...offer, shipPrice: 4.95 }] }
  expect(draftAmounts(ready, { ...shipped, offers: [] }, terms)).toBeUndefined()
  expect(draftAmounts(ready, shipped, terms)).toMatchObject({ subtotal: 3_900, shippingTotal: 495, total: 4_395 })
  for (const typed of ['1,5', '0', '-2', '', '1e3'])
    expect(
      draftAmounts({ ...ready, lines: [{ offerId: 'off_1', quantity: typed, unitPrice: '20' }] }, shipped, terms),
    ).toBeUndefined()
  expect(draftAmounts({}, noFacts, terms)).toBeUndefined()
  expect(draftAmounts({ campaignId: 'cmp_1' }, noFacts, terms)).toMatchObject({ total: 0 })
})

test('NO-02 an empty draft says at each field what it needs', () => {
  expect(whyNotDraft({}, noFacts, terms)).toEqual({
    campaignId: 'Choose a campaign.',
    customerId: 'Choose a customer, or add a new one.',
    lines: 'Add at least one offer',
    'address.country': 'Choose a country.',
    'address.address1': 'The address needs a street or a post box.',
    'address.city': 'The address needs a city.',
  })
})

test('NO-02 what can be typed but not sold is said at its field, what is no number first', () => {
  const wrong = (line: object, more: object = {}) =>
    whyNotDraft(
      { ...ready, lines: [{ offerId: 'off_1', quantity: '1', unitPrice: '20', ...line }], ...more },
      facts,
      terms,
    )
  expect(wrong({ unitPrice: '9' })).toEqual({ 'lines.0.unitPrice': 'The price must be between $15.00 and $25.00.' })
  expect(wrong({ quantity: '4' })).toEqual({ 'lines.0.quantity': 'At most 3 of this offer in one order.' })
  expect(wrong({ unitPrice: 'abc' })).toEqual({ 'lines.0.unitPrice': 'Must be a number' })
  expect(wrong({ unitPrice: '-1' })).toEqual({ 'lines.0.unitPrice': 'Price must be zero or more' })
  expect(wrong({ quantity: 'a few', unitPrice: '' })).toEqual({
    'lines.0.quantity': 'Must be a number',
    'lines.0.unitPrice': 'Price must be zero or more',
  })
  expect(wrong({}, { agreedToTermsAt: undefined })).toEqual({
    agreedToTermsAt: 'The customer has to agree to the terms first.',
  })
})

test('NO-02 what is not known yet holds nothing up, and what is gone does', () => {
  expect(whyNotDraft(ready, { ...noFacts, today: '2026-03-02' }, terms)).toEqual({})
  expect(whyNotDraft(ready, noFacts, terms)).toEqual({})
  expect(whyNotDraft(ready, { ...noFacts, today: '2026-03-02', gone: ['cmp_1', 'cus_1', 'off_1'] }, terms)).toEqual({
    campaignId: 'There is no such campaign in this organization.',
    customerId: 'There is no such customer in this organization.',
    'lines.0.offerId': 'There is no such offer in this organization.',
  })
})

test('NO-02 a customer who was merged meanwhile is told by the name of who they are now, until another is chosen', () => {
  const vera: Customer = { id: 'cus_2', firstName: 'Vera', lastName: 'Buys', shippingAddress: null }
  const known = { ...facts, customer: undefined, merged: { id: 'cus_1', into: vera } }
  expect(whyNotDraft(ready, known, terms)).toEqual({ customerId: 'This customer was merged into Vera Buys.' })
  const chosen = withChosen(draftOf(ready, known), vera)
  expect(whyNotDraft(chosen.content, chosen.facts, terms)).toEqual({})
  expect(chosen.content.address).toEqual(address)
})

test('NO-01 a new customer needs what every customer needs', () => {
  const { customerId: _, ...rest } = ready
  expect(whyNotDraft({ ...rest, newCustomer: { email: 'nobody' } }, facts, terms)).toEqual({
    'newCustomer.firstName': 'First name is required',
    'newCustomer.email': 'Invalid email address',
  })
  expect(
    orderRefusals({ 'newCustomer.email': 'Taken', 'newCustomer.shippingAddress.city': 'Unknown', lines: 'None' }),
  ).toEqual({
    'newCustomer.email': 'Taken',
    'address.city': 'Unknown',
    lines: 'None',
  })
})

test('NO-01 somebody new has no address of the customer before, and keeps one that was typed', () => {
  const isHers = withNewCustomer(draftOf({ customerId: 'cus_1', address }), 'Zelda')
  expect(isHers.content.address).toBeUndefined()
  const typed = { ...address, city: 'Dallas' }
  expect(withNewCustomer(draftOf({ customerId: 'cus_1', address: typed }), 'Zelda').content.address).toEqual(typed)
})

test('NO-01 what was typed to find somebody is kept for the new customer', () => {
  const begun = (typed: string) => withNewCustomer(draftOf({}), typed).content.newCustomer
  expect(begun(' Ada  van Moss ')).toEqual({ firstName: 'Ada', lastName: 'van Moss' })
  expect(begun('ada@moss.example')).toEqual({ email: 'ada@moss.example' })
  expect(begun('+1 (555) 011-7297')).toEqual({ phone: '+1 (555) 011-7297' })
})

test('NO-01 CA-01 the number of an unknown caller is the new customer’s, and where it is from', () => {
  const caller = { phone: '+442079460000', country: 'GB' }
  const { content } = withNewCustomer(draftOf({}), 'Ada Moss', caller)
  expect(content.newCustomer).toEqual({ firstName: 'Ada', lastName: 'Moss', phone: '+442079460000' })
  expect(content.address).toEqual({ country: 'GB' })
  // What was typed is what they said.
  expect(withNewCustomer(draftOf({}), '0171 5550', caller).content.newCustomer?.phone).toBe('0171 5550')
  expect(withNewCustomer(draftOf({ address }, noFacts), 'Ada', caller).content.address).toEqual(address)
  // A country alone is no address that somebody has typed.
  expect(withChosen(draftOf(content, noFacts), customer).content.address).toMatchObject({
    city: 'Austin',
    country: 'US',
  })
  expect(['USD', 'GBP', 'EUR'].map(countryOfCurrency)).toEqual(['US', 'GB', undefined])
})

test('NO-01 the address is the customer’s until somebody types another one', () => {
  const chosen = withChosen(draftOf({}, noFacts), customer)
  expect(chosen.content.address).toMatchObject({ city: 'Austin' })
  const other: Customer = { id: 'cus_2', shippingAddress: { city: 'Bath', country: 'GB' } }
  expect(withChosen(draftOf(chosen.content), other).content.address).toMatchObject({ city: 'Bath' })
  const typed = withTyped(chosen.content, { 'address.city': 'Dallas' })
  expect(withChosen(draftOf(typed), other).content.address).toMatchObject({ city: 'Dallas' })
})

test('NO-01 the only campaign is chosen, or the one that was sold in last', () => {
  const others = [campaign, { ...campaign, id: 'cmp_2' }]
  expect(begun({}, [campaign], undefined, undefined).content).toEqual({ campaignId: 'cmp_1' })
  expect(begun({}, others, undefined, undefined).content).toEqual({})
  expect(begun({}, others, 'cmp_2', customer).content).toMatchObject({ campaignId: 'cmp_2', customerId: 'cus_1' })
  expect(begun({ campaignId: 'cmp_1', customerId: 'cus_9' }, others, 'cmp_2', customer).content).toEqual({
    campaignId: 'cmp_1',
    customerId: 'cus_9',
  })
})

test('NO-01 an offer has one line', () => {
  expect(withOffer(draftOf(ready), offer)).toEqual({})
  expect(withOffer(draftOf({}), offer).content?.lines).toEqual([
    { offerId: 'off_1', quantity: '1', unitPrice: '20.00' },
  ])
})

test('NO-01 of lines that come to another campaign it keeps what it sells too, asks about the rest, and can be undone', () => {
  const lamp: Offer = { ...offer, id: 'off_2', displayName: 'Lamp', productId: 'prd_2' }
  const lines = [
    { offerId: 'off_1', quantity: '2', unitPrice: '19.50' },
    { offerId: 'off_2', quantity: '1', unitPrice: '20.00' },
  ]
  const typed = draftOf({ ...ready, lines }, { ...facts, offers: [offer, lamp] })
  const other = { ...campaign, id: 'cmp_2' }
  expect(withCampaign(typed, campaign)).toEqual({})
  const moved = { ...typed, ...withCampaign(typed, other) }
  expect(moved.content).toEqual({ campaignId: 'cmp_2', customerId: 'cus_1', address, lines })
  // Nothing is wrong with them, and nothing is summed up, before it is known what the campaign sells.
  const wrongOf = ({ content, facts: known }: typeof moved) => Object.keys(whyNotDraft(content, known, terms))
  expect(wrongOf(moved)).toEqual(['agreedToTermsAt'])
  expect(draftAmounts(moved.content, moved.facts, terms)).toBeUndefined()
  const there = { ...offer, id: 'off_9', campaignId: 'cmp_2', basePrice: 21 }
  const found = { ...moved, ...withFacts(moved, { ...moved.facts, counterparts: [there] }) }
  expect(found.content.lines).toEqual([{ offerId: 'off_9', quantity: '2', unitPrice: '19.50' }, lines[1]])
  expect(wrongOf(found)).toEqual(['lines.1.offerId', 'agreedToTermsAt'])
  expect(withoutStrays(found).content.lines).toEqual([found.content.lines?.[0]])
  expect(withoutMove(found).content).toEqual(typed.content)
  // A price that was the offer's own is the other one's own there.
  const own = withFacts(
    { content: { ...moved.content, lines: [{ offerId: 'off_1', quantity: '1', unitPrice: '20.00' }] } },
    {
      ...moved.facts,
      counterparts: [there],
    },
  )
  expect(own.content.lines).toEqual([{ offerId: 'off_9', quantity: '1', unitPrice: '21.00' }])
})

test('NO-02 what was said of a line goes with it', () => {
  const before = { ...draftOf(ready), refused: { 'lines.0.quantity': 'Only 1 left', lines: 'Too many' } }
  expect(withoutLine(before, 0)).toMatchObject({ content: { lines: [] }, refused: { lines: 'Too many' } })
})

test('NO-03 drafts are the same whatever the order of their fields, and called by their customer', () => {
  expect(
    isSameContent(
      { campaignId: 'a', address: { city: 'b', state: 'c' } },
      { address: { state: 'c', city: 'b' }, campaignId: 'a' },
    ),
  ).toBe(true)
  expect(isSameContent(ready, { ...ready, lines: [] })).toBe(false)
  expect(draftTitle(ready, customer)).toBe('Ada')
  expect(draftTitle({ newCustomer: { firstName: 'Vera', lastName: 'Lin' } }, customer)).toBe('Vera Lin')
  expect(draftTitle({}, undefined)).toBe('')
})
