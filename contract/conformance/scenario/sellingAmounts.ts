import type { Fields } from '../engine/fields'
import type { Row } from '../engine/listing'

/** What a line asks for, in major units. */
export interface Priced {
  quantity: number
  unitPrice: number
  shipPrice: number
}

interface Terms {
  /** Thousandths of a percent. */
  rate: number
  isWithin: boolean
  /** The smallest amount of the currency, in hundredths. */
  smallest: number
}

/** The smallest amount of a currency, in hundredths of its major unit. */
function smallestOf(currency: unknown): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: String(currency) })
    return format.resolvedOptions().maximumFractionDigits === 0 ? 100 : 1
  } catch {
    return 1
  }
}

const termsOf = ({ taxRate, pricesIncludeTax, currency }: Fields): Terms => ({
  rate: Math.round(Number(taxRate ?? 0) * 1_000),
  isWithin: pricesIncludeTax === true,
  smallest: smallestOf(currency),
})

const hundredths = (amount: number) => Math.round(amount * 100)

/** Tax on so many hundredths, half a unit rounded up. */
function taxOn(taxed: number, { rate, isWithin, smallest }: Terms): number {
  const divisor = (isWithin ? 100_000 + rate : 100_000) * smallest
  return Math.floor((2 * taxed * rate + divisor) / (2 * divisor)) * smallest
}

const taxedOf = ({ quantity, unitPrice, shipPrice }: Priced) => quantity * hundredths(unitPrice) + hundredths(shipPrice)

/** Prices at which it shows how tax is rounded: by line and half up, or otherwise. */
export function tellingPrices(order: Row, shipPrice: number): [number, number] {
  const terms = termsOf(order)
  const step = terms.smallest
  for (let first = 1_000; first < 3_000; first += step) {
    const second = first + 7 * step
    const [one, other] = [first, second].map((price) => price + hundredths(shipPrice)) as [number, number]
    const byLine = taxOn(one, terms) + taxOn(other, terms)
    const exact = (one * terms.rate) / (terms.isWithin ? 100_000 + terms.rate : 100_000)
    if (byLine !== taxOn(one + other, terms) && taxOn(one, terms) > exact) return [first / 100, second / 100]
  }
  return [10, 10.07]
}

/** What lines come to, in hundredths. */
export function amountsDue(order: Fields, lines: readonly Priced[]) {
  const terms = termsOf(order)
  const items = lines.map((line) => ({
    total: line.quantity * hundredths(line.unitPrice),
    shippingTotal: hundredths(line.shipPrice),
    tax: taxOn(taxedOf(line), terms),
  }))
  const sum = (name: 'total' | 'shippingTotal' | 'tax') => items.reduce((all, line) => all + line[name], 0)
  const [subtotal, shippingTotal, taxTotal] = [sum('total'), sum('shippingTotal'), sum('tax')]
  const total = subtotal + shippingTotal + (terms.isWithin ? 0 : taxTotal)
  return { items, sums: { subtotal, shippingTotal, taxTotal, total } }
}

/** The first amount of an order that is not what its lines come to, in words. */
export function wrongAmount(order: Row, lines: readonly Priced[]): string | undefined {
  const items = Array.isArray(order['items']) ? (order['items'] as Fields[]) : []
  const due = amountsDue(order, lines)
  for (const [index, line] of due.items.entries()) {
    for (const [name, amount] of Object.entries(line)) {
      const shown = items[index]?.[name]
      if (!isAmount(shown, amount)) return `items[${index}].${name} is ${String(shown)} instead of ${amount / 100}`
    }
  }
  for (const [name, amount] of Object.entries(due.sums)) {
    if (!isAmount(order[name], amount)) return `${name} is ${String(order[name])} instead of ${amount / 100}`
  }
  return undefined
}

const isAmount = (shown: unknown, due: number) => typeof shown === 'number' && hundredths(shown) === due
