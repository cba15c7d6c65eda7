import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { customerCreate } from '../../contract/extensions/customers'
import {
  authForms,
  changedProfileFields,
  ownAddressPassword,
  profileForm,
  profileValues,
} from '../../contract/forms/auth'
import { autoresponderForm } from '../../contract/forms/autoresponders'
import { campaignEditForm, campaignEditValues, changedCampaignFields } from '../../contract/forms/campaigns'
import {
  changedCustomerFields,
  customerCreateRequest,
  customerForm,
  customerValues,
} from '../../contract/forms/customers'
import { unclearedFields } from '../../contract/forms/changedFields'
import { fieldErrors } from '../../contract/forms/fields'
import {
  changedOfferFields,
  offerCreateForm,
  offerCreateRequest,
  type OfferCreateValues,
  offerEditForm,
  offerEditValues,
  priceWarnings,
} from '../../contract/forms/offers'
import { money, price, searchRequest, text } from './parts'

const valid: OfferCreateValues = {
  product: { id: 'prd_1', name: 'Lamp' },
  gatewayInstanceId: '',
  quantity: '5',
  basePrice: '10',
  shipPrice: '',
  minPrice: '',
  maxPrice: '',
  maxQuantity: '',
}
const errorsOf = (values: Partial<OfferCreateValues>) => fieldErrors(offerCreateForm, { ...valid, ...values })

const maxPrice = 'Max price must be zero or greater and not less than min price'
const quantity = 'Quantity is required and must be greater than zero'
const basePrice = 'Base price is required and must be greater than zero'

test.each<[Partial<OfferCreateValues>, object]>([
  [{}, {}],
  [{ product: undefined }, { product: 'A product must be chosen' }],
  [{ quantity: '' }, { quantity }],
  [{ quantity: '0' }, { quantity }],
  [{ quantity: '1.5' }, { quantity }],
  [{ quantity: 'many' }, { quantity }],
  [{ basePrice: '0' }, { basePrice }],
  [{ basePrice: '-1' }, { basePrice }],
  [{ basePrice: '0.234' }, { basePrice: 'At most two decimals' }],
  [{ basePrice: '1,50' }, {}],
  [{ basePrice: '10000000' }, { basePrice: 'At most 9,999,999.99' }],
  [{ minPrice: '-0.01' }, { minPrice: 'Min price must be zero or greater' }],
  [{ minPrice: '0', maxPrice: '0' }, {}],
  [{ minPrice: '20', maxPrice: '19.99' }, { maxPrice }],
  [{ maxPrice: '-1' }, { maxPrice }],
  [{ maxPrice: '5' }, {}],
  [{ maxQuantity: '0' }, {}],
  [{ maxQuantity: '-1' }, { maxQuantity: 'Max quantity must be a non-negative integer' }],
  [{ maxQuantity: '1.5' }, { maxQuantity: 'Max quantity must be a non-negative integer' }],
  [
    { quantity: '0', basePrice: '', minPrice: '20', maxPrice: '10' },
    { quantity, basePrice, maxPrice },
  ],
])('AO-05 %j', (values, errors) => {
  expect(errorsOf(values)).toEqual(errors)
})

test('AO-08 the request: the name of the product, and nothing that was left empty', () => {
  expect(offerCreateRequest({ ...valid, minPrice: '2.5', gatewayInstanceId: 'gtw_1' })).toEqual({
    productId: 'prd_1',
    displayName: 'Lamp',
    gatewayInstanceId: 'gtw_1',
    quantity: 5,
    basePrice: 10,
    minPrice: 2.5,
    maxPrice: undefined,
    maxQuantity: undefined,
    shipPrice: undefined,
  })
})

const offer = { id: 'off_1', displayName: 'Lamp', basePrice: 10, quantity: 3, maxPrice: null }

test('EO-08 only what was changed is sent; what was emptied stays as it is', () => {
  const values = offerEditValues(offer)
  expect(changedOfferFields(offer, values)).toEqual({})
  expect(changedOfferFields(offer, { ...values, basePrice: '10.00', quantity: '' })).toEqual({})
  expect(changedOfferFields(offer, { ...values, displayName: ' Lamp 2 ', quantity: '0' })).toEqual({
    displayName: 'Lamp 2',
    quantity: 0,
  })
})

test('EO-02 a max price below 1 is refused in the edit dialog', () => {
  expect(fieldErrors(offerEditForm, { ...offerEditValues(offer), maxPrice: '0.5' })).toEqual({
    maxPrice: 'Max price must be at least 1',
  })
})

const campaign = {
  id: 'cmp_1',
  name: 'A',
  status: 'active',
  startDate: '2026-01-02T00:00:00.000Z',
  internalNote: 'old',
}

test('UC-03 only what was changed is sent; a note may be emptied, a day may not', () => {
  const values = campaignEditValues(campaign)
  expect(changedCampaignFields(campaign, values)).toEqual({})
  expect(changedCampaignFields(campaign, { ...values, internalNote: '', startDate: '', status: 'completed' })).toEqual({
    internalNote: '',
    status: 'completed',
  })
  expect(fieldErrors(campaignEditForm, { ...values, endDate: '2026-01-01', name: ' ' })).toEqual({
    endDate: 'End date must not be before the start date',
    name: 'Name is required',
  })
})

test('UC-01 a form refuses the signs that a request refuses', () => {
  const values = {
    ...campaignEditValues(campaign),
    category: 'a\u0007b',
    termsOfService: 'one\ntwo',
    internalNote: '\u0000',
  }
  const message = 'Control characters are not allowed'
  expect(fieldErrors(campaignEditForm, values)).toEqual({ category: message, internalNote: message })
})

test('SE-09 of the profile, only what was changed is sent, and nothing of values that are not valid', () => {
  const user = { id: 'usr_1', email: 'mira@northwind.example', name: 'Mira', organizationName: 'Northwind' }
  const values = profileValues(user)
  expect(changedProfileFields(user, { ...values, name: ' Mira L. ', organizationName: '' })).toEqual({
    name: 'Mira L.',
  })
  expect(changedProfileFields(user, { ...values, name: 'Mira L.', email: 'x' })).toEqual({})
})

test('SE-09 another email asks for the password, which is sent with nothing else', () => {
  const user = { id: 'usr_1', email: 'mira@northwind.example', name: 'Mira', organizationName: 'Northwind' }
  const values = profileValues(user)
  const email = 'mira@elsewhere.example'
  const password = 'her password'
  expect(fieldErrors(profileForm, { ...values, email })).toEqual({
    password: 'Password is required to change your email',
  })
  expect(changedProfileFields(user, { ...values, email: ` ${email}`, password })).toEqual({ email, password })
  expect(changedProfileFields(user, { ...values, email: 'Mira@Northwind.example ', name: 'M.', password })).toEqual({
    name: 'M.',
  })
})

test('SE-08 SE-09 one’s own address is no password', () => {
  const values = {
    email: 'mira@northwind.example',
    password: 'Mira@Northwind.example',
    name: 'Mira',
    organizationName: '',
    oneTimeCode: '',
  }
  for (const form of [authForms.reset, authForms.completion]) {
    expect(fieldErrors(form, values)).toEqual({ password: ownAddressPassword })
    expect(fieldErrors(form, { ...values, password: 'something else' })).toEqual({})
  }
  expect(fieldErrors(authForms.signIn, values)).toEqual({})
})

test('EM-03 the messages of the auto-responder', () => {
  const values = { pluginInstanceId: 'i', from: '', event: 'order.completed', subject: '' } as const
  expect(fieldErrors(autoresponderForm, values)).toEqual({ from: 'Email is required', subject: 'Subject is required' })
  expect(fieldErrors(autoresponderForm, { ...values, from: 'a@b', subject: 'x' })).toEqual({
    from: 'Invalid email address',
  })
  expect(fieldErrors(autoresponderForm, { ...values, from: ' a@b.example ', subject: 'x' })).toEqual({})
})

test('AO-05 whatever is typed, the form judges it and never throws', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double().map(String),
    fc.constantFrom('1e309', '-0', ' 7 ', '0x10'),
  )
  const values = fc.record({
    quantity: typed,
    basePrice: typed,
    shipPrice: typed,
    minPrice: typed,
    maxPrice: typed,
    maxQuantity: typed,
  })
  fc.assert(
    fc.property(values, (fields) => {
      const errors = errorsOf(fields)
      if (Object.keys(errors).length > 0) return
      const request = offerCreateRequest({ ...valid, ...fields })
      expect(price(request.basePrice)).toBe(true)
      for (const amount of [request.minPrice, request.maxPrice, request.shipPrice]) {
        expect(amount === undefined || money(amount)).toBe(true)
      }
    }),
  )
})

test('AP-03 money: two decimals at most, no NaN, nothing negative, at most 9,999,999.99', () => {
  for (const amount of [0, 0.01, 0.07, 1.13, 4.35, 19.99, 1_234_567.89, 9_999_999.99]) expect(money(amount)).toBe(true)
  for (const amount of [-0.01, 0.001, 1.005, 10_000_000, Number.NaN, Infinity, '1', null])
    expect(money(amount)).toBe(false)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
      expect(money(cents / 100)).toBe(true)
    }),
  )
})

test('AP-03 text is trimmed and limited; control characters and lone surrogates are refused', () => {
  expect(text('  Zażółć 🎁  ')).toBe('Zażółć 🎁')
  for (const bad of ['', '   ', 'a\u0000b', 'a\nb', 'a\ud800b', 'x'.repeat(11)]) expect(text(bad)).toBeUndefined()
})

test('KO-02 the defaults of a search', () => {
  expect(searchRequest({ organizationId: 'o', resource: 'offers' })).toMatchObject({ limit: 10, page: 1 })
})

test('CU-01 NO-06 what is wrong with a customer is told at its field, and nobody needs an email address', () => {
  expect(fieldErrors(customerForm, { ...customerValues(), firstName: 'Ida' })).toEqual({})
  expect(fieldErrors(customerForm, { ...customerValues(), email: 'nobody', postalCode: '1'.repeat(21) })).toEqual({
    firstName: 'First name is required',
    email: 'Invalid email address',
    postalCode: 'At most 20 characters',
  })
})

test('CU-01 a new customer is sent without what was left empty', () => {
  const values = { ...customerValues(), firstName: ' Ada ', email: 'ada@moss.example', city: 'Bath', country: 'GB' }
  const request = customerCreateRequest(values)
  expect(request).toEqual({
    firstName: 'Ada',
    email: 'ada@moss.example',
    shippingAddress: { city: 'Bath', country: 'GB' },
  })
  expect(z.safeParse(customerCreate, { organizationId: 'org_1', ...request }).success).toBe(true)
})

test('CU-01 of an edited customer only what differs is sent, an address as a whole, and what is optional can be emptied', () => {
  const shippingAddress = { address1: '1 Mill Lane', city: 'Bath', country: 'GB' }
  const customer = { id: 'cus_1', firstName: 'Ada', email: 'ada@moss.example', phone: '0117', shippingAddress }
  const values = customerValues(customer)
  expect(changedCustomerFields(customer, values)).toEqual({})
  expect(changedCustomerFields(customer, { ...values, phone: '', firstName: 'Adah' })).toEqual({
    phone: '',
    firstName: 'Adah',
  })
  expect(changedCustomerFields(customer, { ...values, city: 'Wells' })).toEqual({
    shippingAddress: { ...shippingAddress, address2: '', city: 'Wells', state: '', postalCode: '' },
  })
})

test.each([
  [{ basePrice: '5', minPrice: '6' }, { basePrice: 'Lower than the min price' }],
  [{ basePrice: '5,5', maxPrice: '5' }, { basePrice: 'Higher than the max price' }],
  [{ basePrice: '5', minPrice: '5', maxPrice: '5' }, {}],
  [{ basePrice: '', minPrice: '5' }, {}],
  [{ basePrice: '5', minPrice: 'many' }, {}],
])('AO-05 of the prices %j a person is warned: %j', (typed, warnings) => {
  const initial = { basePrice: '', minPrice: '', maxPrice: '' }
  const values = { ...initial, ...typed }
  const touched = { basePrice: true, minPrice: true, maxPrice: true } as const
  expect(priceWarnings({ initial, values, touched })).toEqual(warnings)
  expect(priceWarnings({ initial: values, values, touched: {} })).toEqual(warnings)
  // Not while it is typed.
  expect(priceWarnings({ initial, values, touched: { minPrice: true, maxPrice: true } })).toEqual(
    values.basePrice === '' ? warnings : {},
  )
})

test('EO-08 UC-03 fields that were emptied and stay as they are say so', () => {
  const initial = offerEditValues(offer)
  const note = "Can't be cleared here"
  expect(unclearedFields({ initial, values: { ...initial, quantity: '', basePrice: '' } })).toEqual({
    quantity: note,
    basePrice: note,
  })
  expect(unclearedFields({ initial, values: initial })).toEqual({})
  expect(unclearedFields({ initial, values: { ...initial, quantity: '' } }, ['quantity'])).toEqual({})
})
