import * as z from 'zod/mini'
import type { ImportCells, ImportColumn } from '../extensions/sheetImports'
import { type Amount, amountOf } from '../rules/amounts'
import { undefused } from '../rules/csv'
import { cutText } from '../rules/cutText'
import { readCustomer } from './customerImports'
import { requiredNumber } from './fields'
import { aFormula, bare, importLabels, plain, typedIn } from './sheetImports'

/** What the cells of an order say, and what they say of its customer. */
export interface ReadOrder {
  typed: ReturnType<typeof typedIn<'orders'>>
  customer: ReturnType<typeof readCustomer>
  items: Record<'sku' | 'name' | 'quantity' | 'price', string>[]
  /** Whether there is a column at all. */
  has: (column: ImportColumn) => boolean
}

/** Tells what is wrong with a column, of which nothing is read then. */
export type Refuse = (field: ImportColumn, message: string) => undefined

/** Reads what is typed of an order: of its lines what stands under one another. */
export function readOrder(cells: ImportCells): ReadOrder {
  const typed = typedIn('orders', cells)
  const [first = '', ...others] = typed.customerName.split(/\s+/)
  const isNamed = typed.firstName !== '' || typed.lastName !== ''
  const customer = readCustomer({
    ...cells,
    // A ZIP of Shopify begins with an apostrophe.
    postalCode: typed.postalCode.replace(/^'/, ''),
    ...(!isNamed && { firstName: first, lastName: others.join(' ') }),
    note: '',
  })
  const under = (column: ImportColumn) => (cells[column] ?? '').split('\n').map((text) => undefused(text.trim()))
  const [skus, names] = [under('itemSku'), under('itemName')]
  const [quantities, prices] = [under('itemQuantity'), under('itemPrice')]
  const count = Math.max(skus.length, names.length, quantities.length, prices.length)
  const items = Array.from({ length: count }, (_, index) => ({
    sku: skus[index] ?? '',
    name: names[index] || skus[index] || '',
    quantity: cells.itemQuantity === undefined ? '1' : (quantities[index] ?? ''),
    price: bare(prices[index] ?? ''),
  }))
  return { typed, customer, items, has: (column) => cells[column] !== undefined }
}

const amountForm = requiredNumber('Must be zero or greater', (value) => value >= 0)

/** An amount that was typed, in minor units, or what is wrong with it. */
export function readAmount(text: string): Amount | string {
  if (text.startsWith('=')) return aFormula
  const result = z.safeParse(amountForm, text)
  return result.success ? amountOf(result.data) : (result.error.issues[0]?.message ?? 'Must be a number')
}

/** A line of an order as it is told. */
export interface ReadLine {
  sku: string
  name: string
  quantity: number
  price: Amount
  gross: Amount
}

const maxItems = 100

/** The lines of an order; undefined when something is wrong with one, which has been told then. */
export function readLines(items: ReadOrder['items'], smallest: Amount, refuse: Refuse): ReadLine[] | undefined {
  if (items.length > maxItems) return refuse('itemName', `At most ${maxItems} lines of an order`)
  let isRead = true
  const read = items.map(({ sku, name, quantity, price }, index): ReadLine => {
    const wrong: Refuse = (field, message) => {
      isRead = false
      return refuse(field, items.length > 1 ? `${importLabels[field]} of line ${index + 1}: ${message}` : message)
    }
    if (name === '') wrong('itemName', 'This has no name and no SKU')
    if (name.length > 200 || sku.length > 200) wrong('itemName', 'At most 200 characters')
    const count = /^\d{1,6}$/.test(quantity) ? Number(quantity) : 0
    if (count < 1) wrong('itemQuantity', quantity.startsWith('=') ? aFormula : noQuantity(quantity))
    const cents = readAmount(price)
    if (typeof cents === 'string') wrong('itemPrice', cents)
    else if (cents % smallest !== 0) wrong('itemPrice', 'This currency has no decimals')
    const each = typeof cents === 'string' ? 0 : cents
    return { sku, name, quantity: count, price: each, gross: each * count }
  })
  return isRead ? read : undefined
}

const noQuantity = (typed: string) => `Must be a whole number of at least 1, and is '${cutText(typed, 20)}'`

/** What payments are called, in small letters and without signs. */
export const paymentWords = {
  paid: ['paid', 'complete', 'completed', 'captured', 'success', 'bezahlt'],
  unpaid: ['', 'pending', 'authorized', 'unpaid', 'open', 'offen'],
  partiallyPaid: ['partiallypaid'],
  refunded: ['refunded', 'erstattet'],
  partiallyRefunded: ['partiallyrefunded'],
  void: ['voided', 'void', 'cancelled', 'canceled', 'expired'],
  none: ['declined', 'partial', 'failed', 'abandoned'],
} as const

/** The same of what was sent. */
export const fulfilmentWords = {
  delivered: ['fulfilled', 'delivered', 'shipped', 'complete', 'completed'],
  partial: ['partial', 'partiallyfulfilled', 'partiallyshipped'],
  unfulfilled: ['', 'unfulfilled', 'pending', 'open', 'hold', 'onhold', 'restocked', 'cancelled', 'canceled'],
} as const

/** What a word means; undefined when that is not known. */
export const wordIn = <Word extends string>(words: Record<Word, readonly string[]>, text: string): Word | undefined =>
  // Object.keys knows only strings.
  (Object.keys(words) as Word[]).find((word) => words[word].includes(plain(text)))
