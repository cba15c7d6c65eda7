import type { Fields } from '../engine/fields'
import { typedPhone } from '../engine/phones'
import { textOf, withOtherCase } from '../engine/text'
import type { Row } from '../engine/listing'

type Cells = Readonly<Record<string, string>>

/** An order as a spreadsheet tells of it, and what it is once it is added. */
export interface Told {
  cells: Cells
  due: Fields
  /** The day that it was placed on, where the organization is. */
  day?: string
}

/** What orders of a spreadsheet may be about that is there before them. */
export interface Known {
  /** The only offer of the campaign, and the SKU of its product. */
  offer: Row
  sku: string
  customer: Row
  /** A number that nobody has. */
  phone: string
}

/** What refers to nothing but itself: ten in all, paid and long delivered. */
function plainly(word: string, number: string, more: Cells = {}): Cells {
  return {
    order: `${word}-${number}`,
    orderedAt: '2024-03-02 10:00:00 -0500',
    paymentStatus: 'paid',
    fulfillmentStatus: 'fulfilled',
    total: '10',
    itemName: 'Lamp at night',
    itemPrice: '10',
    email: `${word}-elsewhere@unknown.offerdesk.example`,
    customerName: `${word} van Lovelace`,
    ...more,
  }
}

/** Where an order goes, line by line. */
const there = { address1: '4 Older Road', address2: 'Flat 2', city: 'Salem', state: 'OR', postalCode: '97302' }

const paid = { status: 'completed', fulfillmentStatus: 'delivered', paymentStatus: 'paid', paidTotal: 10 }
const open = { status: 'open', fulfillmentStatus: 'unfulfilled' }

/** As many lines as an order can have. */
export const mostItems = 100

const lines = (count: number, text: string) => Array.from({ length: count }, () => text).join('\n')

/** What has gone otherwise than most do. */
const howTheyWent = (word: string): Told[] => [
  {
    cells: plainly(word, '9', { taxTotal: '1.6', subtotal: '10', paymentStatus: 'COMPLETE' }),
    due: { ...paid, subtotal: 10, shippingTotal: 0, taxTotal: 1.6, pricesIncludeTax: true },
  },
  {
    // A discount on the shipping.
    cells: plainly(word, '10', { subtotal: '10', discount: '3', shippingTotal: '5', total: '12' }),
    due: { ...paid, paidTotal: 12, subtotal: 10, shippingTotal: 2 },
  },
  {
    // One on the goods, which those come to only without it.
    cells: plainly(word, '11', { itemPrice: '13', discount: '3' }),
    due: { ...paid, subtotal: 10, items: [{ name: 'Lamp at night', quantity: 1, total: 10 }] },
  },
  {
    cells: plainly(word, '12', { paymentStatus: 'refunded', refundedTotal: '10', fulfillmentStatus: 'unfulfilled' }),
    due: { status: 'cancelled', paymentStatus: 'refunded', paidTotal: 10, refundedTotal: 10 },
  },
  {
    cells: plainly(word, '13', { fulfillmentStatus: 'partial' }),
    due: { ...paid, status: 'open', fulfillmentStatus: 'partial' },
  },
  {
    cells: plainly(word, '14', { paymentStatus: 'authorized' }),
    due: { status: 'open', fulfillmentStatus: 'delivered', paymentStatus: 'unpaid', paidTotal: 0, transactions: [] },
  },
  {
    // Given away.
    cells: plainly(word, '15', { total: '0', itemPrice: '0' }),
    due: { paidTotal: 0, refundedTotal: 0, transactions: [] },
  },
  {
    cells: plainly(word, '16', { itemName: lines(mostItems, 'Bead'), itemPrice: lines(mostItems, '0.1') }),
    due: { ...paid, items: Array.from({ length: mostItems }, () => ({ name: 'Bead', quantity: 1, total: 0.1 })) },
  },
]

/** Of whom there is already, and of whom there is not; of what is sold under its name. */
const whoseTheyAre = (word: string, { offer, customer, phone }: Known): Told[] => [
  {
    cells: plainly(word, '17', {
      email: withOtherCase(textOf(customer['email'] ?? '')),
      customerName: '',
      itemName: withOtherCase(textOf(offer['displayName'] ?? '')),
    }),
    due: {
      ...paid,
      customerId: customer.id,
      customerName: `${textOf(customer['firstName'])} ${textOf(customer['lastName'])}`,
      items: [{ offerId: offer.id, quantity: 1, total: 10 }],
    },
  },
  ...[typedPhone(phone), phone].map((typed, index) => ({
    cells: plainly(word, `18-${index}`, {
      email: '',
      phone: typed,
      customerName: '',
      firstName: `${word} Ring`,
      lastName: 'O’Phone',
    }),
    due: { ...paid, customerName: `${word} Ring O’Phone` },
  })),
]

/** One of each way that an order can have gone. */
export const ordersOf = (word: string, known: Known): Told[] => [
  {
    cells: plainly(word, '1', {
      orderedAt: '2024-03-01 22:30:00 -0500',
      paidAt: '2024-03-01 22:35:00 -0500',
      subtotal: '26.00',
      discount: '2.00',
      shippingTotal: '5.00',
      taxTotal: '2.15',
      total: '33.15',
      itemSku: `${known.sku}\n${word}-none`,
      itemName: 'Kettle\nOld bag',
      itemQuantity: '2\n1',
      itemPrice: '9.00\n10.00',
      ...there,
      country: 'United States',
    }),
    due: {
      ...paid,
      createdAt: '2024-03-02T03:30:00.000Z',
      subtotal: 26,
      shippingTotal: 5,
      taxTotal: 2.15,
      total: 33.15,
      paidTotal: 33.15,
      refundedTotal: 0,
      shippingAddress: { ...there, country: 'US' },
      items: [
        { name: 'Kettle', sku: known.sku, quantity: 2, offerId: known.offer.id },
        { name: 'Old bag', sku: `${word}-none`, quantity: 1, offerId: '' },
      ],
      transactions: [{ type: 'charge', amount: 33.15, createdAt: '2024-03-02T03:35:00.000Z' }],
    },
  },
  // Early and late on a day, wherever the organization is.
  ...['00:30:00', '23:30:00'].map((time, index) => ({
    cells: plainly(word, `2-${index}`, { orderedAt: `2024-03-02 ${time}` }),
    due: { ...paid, refundedTotal: 0 },
    day: '2024-03-02',
  })),
  {
    cells: plainly(word, '3', { paymentStatus: 'refunded', refundedTotal: '10' }),
    due: {
      ...paid,
      paymentStatus: 'refunded',
      refundedTotal: 10,
      transactions: [
        { type: 'charge', amount: 10 },
        { type: 'refund', amount: 10 },
      ],
    },
  },
  {
    cells: plainly(word, '4', {
      paymentStatus: 'partially_refunded',
      refundedTotal: '4',
      fulfillmentStatus: 'unfulfilled',
    }),
    due: { ...open, paymentStatus: 'partially_refunded', paidTotal: 10, refundedTotal: 4 },
  },
  {
    cells: plainly(word, '5', { paymentStatus: 'pending', fulfillmentStatus: '' }),
    due: { ...open, paymentStatus: 'unpaid', paidTotal: 0, refundedTotal: 0, transactions: [] },
  },
  {
    cells: plainly(word, '8', { paymentStatus: 'partially_paid', outstanding: '4', fulfillmentStatus: 'unfulfilled' }),
    due: { ...open, paidTotal: 6, refundedTotal: 0, transactions: [{ type: 'charge', amount: 6 }] },
  },
  {
    cells: plainly(word, '6', { paymentStatus: 'voided', cancelledAt: '2024-03-03T00:00:00Z' }),
    due: { status: 'cancelled', paymentStatus: 'unpaid', paidTotal: 0, refundedTotal: 0 },
  },
  ...howTheyWent(word),
  ...whoseTheyAre(word, known),
  // The others are of winter.
  {
    cells: plainly(word, '7', { orderedAt: '2024-07-02 10:00:00 -0400' }),
    due: { ...paid, createdAt: '2024-07-02T14:00:00.000Z' },
  },
]

/** Amounts that may be left out, and what was paid of an order that each of them counts in. */
const amounts = {
  subtotal: 'paid',
  discount: 'paid',
  shippingTotal: 'paid',
  taxTotal: 'paid',
  refundedTotal: 'partially_refunded',
  outstanding: 'partially_paid',
}

/** What is wrong with an order, by the column that says so. */
export const wrongOf = (word: string): [column: string, cells: Cells][] =>
  (
    [
      ['orderedAt', { orderedAt: '' }],
      ['orderedAt', { orderedAt: 'long ago' }],
      ['orderedAt', { orderedAt: '2126-01-01' }],
      ['currency', { currency: 'XTS' }],
      ['total', { total: '12' }],
      ['total', { total: '=5+5' }],
      ['subtotal', { subtotal: '9', discount: '2' }],
      ['itemQuantity', { itemQuantity: '0' }],
      ['itemQuantity', { itemQuantity: '-2' }],
      ['itemPrice', { itemPrice: 'much' }],
      ['paymentStatus', { paymentStatus: 'perhaps' }],
      ['refundedTotal', { paymentStatus: 'partially_refunded', refundedTotal: '11' }],
      ['cancelledAt', { cancelledAt: '2024-03-04' }],
      ['email', { email: '' }],
      ['order', { order: '' }],
      ['outstanding', { paymentStatus: 'partially_paid' }],
      ['refundedTotal', { paymentStatus: 'partially_refunded' }],
      ['paymentStatus', { paymentStatus: 'failed' }],
      ['fulfillmentStatus', { fulfillmentStatus: 'perhaps' }],
      ['itemName', { itemName: '' }],
      ['itemName', { itemName: lines(mostItems + 1, 'Bead'), itemPrice: lines(mostItems + 1, '0.1'), total: '10.1' }],
      ['itemQuantity', { itemQuantity: '1.5' }],
      ['itemQuantity', { itemQuantity: '=1+1' }],
      ['itemPrice', { itemPrice: '' }],
      ...['cancelledAt', 'paidAt'].map((column) => [column, { [column]: 'long ago' }]),
      ...Object.entries(amounts).flatMap(([column, paymentStatus]) =>
        ['much', '-1'].map((amount) => [column, { [column]: amount, paymentStatus }]),
      ),
      ['country', { country: 'Atlantis' }],
    ] as [string, Cells][]
  ).map(([column, cells], index) => [column, plainly(word, `w${index}`, cells)])
