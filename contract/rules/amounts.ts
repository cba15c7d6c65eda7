/**
 * Amounts are whole hundredths of the currency's major unit, as the database keeps them; of a currency without decimals
 * they are whole hundreds of those.
 */
export type Amount = number

/** How an organization taxes. */
export interface TaxTerms {
  /** ISO 4217, of 0 or 2 decimals. */
  currency: string
  /** Thousandths of a percent: 8250 is 8.25 %. */
  taxRate: number
  pricesIncludeTax: boolean
}

export interface PricedLine {
  quantity: number
  unitPrice: Amount
  /** For the line, however many units it has. */
  shipPrice: Amount
}

export interface LineAmounts {
  /** Of the goods, as they are priced. */
  total: Amount
  shipping: Amount
  /** Of goods and shipping: on top of both, or within them where prices include it. */
  tax: Amount
}

export interface OrderAmounts {
  lines: LineAmounts[]
  subtotal: Amount
  shippingTotal: Amount
  taxTotal: Amount
  total: Amount
}

/** An amount of an API or of a form, in major units, as an amount here. */
export const amountOf = (majorUnits: number): Amount => Math.round(majorUnits * 100)

/** A tax rate of an API, in percent, as {@link TaxTerms} has it. */
export const taxRateOf = (percent: number): number => Math.round(percent * 1_000)

/** The smallest amount of a currency; a code that is none counts as one of two decimals. */
export function smallestOf(currency: string): Amount {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    return maximumFractionDigits === 0 ? 100 : 1
  } catch {
    return 1
  }
}

/** An amount with its currency, as sentences name it. */
export function shownAmount(amount: Amount, currency: string): string {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100)
  } catch {
    return `${(amount / 100).toFixed(2)} ${currency}`
  }
}

// Of natural numbers; exact, as long as twice the dividend is below 2 ** 53.
const halfUp = (dividend: number, divisor: number) => Math.floor((2 * dividend + divisor) / (2 * divisor))

const wholeRate = 100_000

/** What a line costs. The tax is rounded half up to the smallest amount of the currency. */
export function lineAmounts(line: PricedLine, { currency, taxRate, pricesIncludeTax }: TaxTerms): LineAmounts {
  const total = line.quantity * line.unitPrice
  const smallest = smallestOf(currency)
  const divisor = (pricesIncludeTax ? wholeRate + taxRate : wholeRate) * smallest
  const tax = halfUp((total + line.shipPrice) * taxRate, divisor) * smallest
  return { total, shipping: line.shipPrice, tax }
}

const sumOf = (lines: LineAmounts[], part: keyof LineAmounts) => lines.reduce((sum, line) => sum + line[part], 0)

/** What an order costs: rounded per line, then summed. */
export function orderAmounts(lines: readonly PricedLine[], terms: TaxTerms): OrderAmounts {
  const amounts = lines.map((line) => lineAmounts(line, terms))
  const [subtotal, shippingTotal, taxTotal] = [
    sumOf(amounts, 'total'),
    sumOf(amounts, 'shipping'),
    sumOf(amounts, 'tax'),
  ]
  const total = subtotal + shippingTotal + (terms.pricesIncludeTax ? 0 : taxTotal)
  return { lines: amounts, subtotal, shippingTotal, taxTotal, total }
}

/** What goes out, as it is shown: below zero, and nothing as nothing (GE-15). */
export const negative = <Amount extends number | null | undefined>(amount: Amount) =>
  amount ? -Math.abs(amount) : amount

/** What a transaction adds to what was kept: a refund takes away (GE-15). */
export const signedAmount = ({
  type,
  amount,
}: {
  type?: string | null | undefined
  amount?: number | null | undefined
}) => (type === 'refund' ? negative(amount) : amount)
