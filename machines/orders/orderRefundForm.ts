import * as z from 'zod/mini'
import type { OrderRecord } from '../../contract/extensions/orders'
import type { RefundRequest } from '../../contract/extensions/payments'
import { whyForbidden } from '../../contract/permissions'
import type { Membership } from '../../contract/rules/duties'
import { amountMistake, isCount, optionalText, readNumber } from '../../contract/forms/fields'
import { type Amount, amountOf, shownAmount, smallestOf } from '../../contract/rules/amounts'
import { whyNot } from '../lives/life'
import { refundLife } from '../lives/refundLife'
import { givenBackOf, refundableOf } from './refundable'
import {
  type RefundableLine,
  refundParts,
  type RefundParts,
  shippingLeft,
  sumOfParts,
  whyNotShipping,
  whyNotUnits,
} from '../../contract/rules/refunds'

/** A line of the order, with what it is called and what one unit of it was sold for. */
export interface RefundLine extends RefundableLine {
  name: string
  unitPrice: Amount
}

/** A refund as it is typed (OR-03), with what decides about it. */
export interface OrderRefundValues {
  by: 'lines' | 'amount'
  amount: string
  /** By line. */
  units: Record<string, string>
  /** None of it, as much of it as of the goods, or `shippingAmount`. */
  shipping: 'none' | 'share' | 'amount'
  shippingAmount: string
  restock: boolean
  reason: string
  lines: readonly RefundLine[]
  refundable: Amount
  /** Refunds under way included. */
  givenBack: Amount
  currency: string
  /** Of who refunds. */
  membership: Membership
}

/** What an empty form begins with. */
export function orderRefundValues(
  order: OrderRecord,
  { membership }: Pick<OrderRefundValues, 'membership'>,
): OrderRefundValues {
  const earlier = order.refundedLines ?? []
  const currency = order.currency ?? 'USD'
  const lines = order.items.flatMap(({ id, name, quantity, unitPrice, total, tax, shippingTotal }): RefundLine[] => {
    if (!id || !quantity) return []
    const own = earlier.filter(({ itemId }) => itemId === id)
    const goods = amountOf(total ?? 0)
    const shipping = amountOf(shippingTotal ?? 0)
    const givenBack = own.map((one) =>
      typeof one.shipping === 'number' ? amountOf(one.shipping) : one.hasShipping ? shipping : 0,
    )
    return [
      {
        id,
        name: name || '-',
        quantity,
        unitPrice: typeof unitPrice === 'number' ? amountOf(unitPrice) : Math.round(goods / quantity),
        refundedQuantity: own.reduce((sum, { units }) => sum + units, 0),
        goods,
        tax: order.pricesIncludeTax ? 0 : amountOf(tax ?? 0),
        shipping,
        refundedShipping: givenBack.reduce((sum, amount) => sum + amount, 0),
        smallest: smallestOf(currency),
      },
    ]
  })
  return {
    by: lines.length > 0 ? 'lines' : 'amount',
    amount: '',
    units: Object.fromEntries(lines.map(({ id }) => [id, ''])),
    shipping: 'none',
    shippingAmount: '',
    restock: true,
    reason: '',
    lines,
    refundable: refundableOf(order),
    givenBack: givenBackOf(order),
    currency,
    membership,
  }
}

/** What differs between what a form began with and what others have refunded since, in words (GE-09). */
export function refundNews(before: OrderRefundValues, now: OrderRefundValues, money: (amount: Amount) => string) {
  const cap = { label: 'Can be given back', from: money(before.refundable), to: money(now.refundable) }
  const units = now.lines.flatMap(({ id, name, refundedQuantity }) => {
    const was = before.lines.find((line) => line.id === id)?.refundedQuantity ?? 0
    return was === refundedQuantity
      ? []
      : [{ label: `Refunded units of ${name}`, from: `${was}`, to: `${refundedQuantity}` }]
  })
  return [cap, ...units].filter(({ from, to }) => from !== to)
}

const chosenOf = ({ lines, units }: OrderRefundValues) =>
  lines.flatMap((line) => {
    const count = readNumber(units[line.id] ?? '')
    return count === undefined || count === 0 ? [] : [{ line, count }]
  })

/** An amount as it is typed; undefined while it is none. */
function typedAmount(typed: string): Amount | undefined {
  const amount = readNumber(typed)
  const isRead = typeof amount === 'number' && amount >= 0 && amountMistake(typed) === undefined
  return isRead ? amountOf(amount) : undefined
}

/** The same, with its shipping as it is asked for. */
function partsOf(values: OrderRefundValues, shipping: OrderRefundValues['shipping']): RefundParts | undefined {
  const chosen = []
  for (const { line, count } of chosenOf(values)) {
    if (typeof count !== 'number' || !isCount(count)) return undefined
    chosen.push({ line, units: count })
  }
  const typed = shipping === 'amount' ? typedAmount(values.shippingAmount) : 0
  return typed === undefined ? undefined : sumOfParts(refundParts(chosen, shipping === 'share' ? 'share' : typed))
}

/** What a refund by lines comes to, its parts told apart; undefined while that can't be said. */
export const partsOfRefund = (values: OrderRefundValues) => partsOf(values, values.shipping)

/** What of their shipping goes with the chosen units when it is refunded as they are; undefined while that can't be said. */
export const shippingInProportion = (values: OrderRefundValues) => partsOf(values, 'share')?.shipping

/** What of the shipping of the chosen lines is left. */
export const shippingLeftOf = (values: OrderRefundValues): Amount =>
  chosenOf(values).reduce((sum, { line }) => sum + shippingLeft(line), 0)

/** What a refund as it is typed comes to; undefined while that can't be said. */
export const refundAmount = (values: OrderRefundValues): Amount | undefined =>
  values.by === 'amount' ? typedAmount(values.amount) : partsOfRefund(values)?.total

/** What is said of the units of a line, as they are typed. */
export function unitsHint(line: RefundLine, typed: string, currency: string): string {
  const money = (amount: Amount) => shownAmount(amount, currency)
  const left = line.quantity - line.refundedQuantity
  const each = `${money(line.unitPrice)} each`
  const units = readNumber(typed)
  if (left === 0) return `${each}. All of this has been refunded.`
  if (typeof units !== 'number' || !isCount(units) || units === 0 || units > left) {
    return `${each}, ${left === 1 ? '1 can' : `up to ${left} can`} be refunded`
  }
  const [parts] = refundParts([{ line, units }], 0)
  const tax = parts && parts.tax > 0 ? ` and ${money(parts.tax)} tax` : ''
  return `${units} × ${money(line.unitPrice)}: ${money(parts?.goods ?? 0)}${tax}; ${left - units} of ${left} ${left - units === 1 ? 'stays' : 'stay'}`
}

function unitsMistake(values: OrderRefundValues): string | undefined {
  for (const { line, count } of chosenOf(values)) {
    if (typeof count !== 'number' || !isCount(count)) return `${line.name}: units must be a whole number`
    const message = whyNotUnits(line, count)
    if (message !== undefined) return `${line.name}: ${message}`
  }
  return chosenOf(values).length === 0 ? 'Choose how many units to refund' : undefined
}

/** What is wrong with the shipping that is typed. */
function shippingMistake(values: OrderRefundValues): string | undefined {
  if (values.by !== 'lines' || values.shipping !== 'amount') return undefined
  const misread = amountMistake(values.shippingAmount, 'Shipping must be a number, such as 4.50')
  if (misread !== undefined) return misread
  const amount = typedAmount(values.shippingAmount) ?? 0
  if (amount === 0) return 'Type how much of the shipping to refund'
  return whyNotShipping(
    chosenOf(values).map(({ line }) => line),
    amount,
    values.currency,
  )
}

/** Why it is not for the person to give back so much, in the words of the policy (GE-05, ST-02). */
export const whyNotMine = ({ membership, givenBack, currency }: OrderRefundValues, amount: Amount) =>
  whyForbidden(membership, 'orders.refund', { refunded: { amount: givenBack + amount, currency } })

/** What is wrong with it, in the words of its life and of the policy (GE-05). */
function mistake(values: OrderRefundValues): string | undefined {
  const wrongUnits = values.by === 'lines' ? unitsMistake(values) : undefined
  if (wrongUnits !== undefined) return wrongUnits
  // That is said at its own field.
  if (shippingMistake(values) !== undefined) return undefined
  const misread =
    values.by === 'amount' ? amountMistake(values.amount, 'Amount must be a number, such as 12.50') : undefined
  if (misread !== undefined) return misread
  const amount = refundAmount(values) ?? 0
  const impossible = whyNot(refundLife, 'typed', { type: 'request', amount, refundable: values.refundable })
  return impossible ?? whyNotMine(values, amount)
}

const judged = (by: OrderRefundValues['by'], field: 'amount' | 'units') =>
  z.refine<OrderRefundValues>((values) => values.by !== by || mistake(values) === undefined, {
    path: [field],
    // Whoever is refused is what was judged.
    error: ({ input }) => mistake(input as OrderRefundValues),
  })

export const orderRefundForm: z.ZodMiniType<unknown, OrderRefundValues> = z
  .object({
    by: z.enum(['lines', 'amount']),
    amount: z.string(),
    units: z.record(z.string(), z.string()),
    shipping: z.enum(['none', 'share', 'amount']),
    shippingAmount: z.string(),
    restock: z.boolean(),
    reason: optionalText(1_000),
    lines: z.custom<OrderRefundValues['lines']>(),
    refundable: z.number(),
    givenBack: z.number(),
    currency: z.string(),
    membership: z.custom<Membership>(),
  })
  .check(
    judged('lines', 'units'),
    judged('amount', 'amount'),
    z.refine<OrderRefundValues>((values) => shippingMistake(values) === undefined, {
      path: ['shippingAmount'],
      // Whoever is refused is what was judged.
      error: ({ input }) => shippingMistake(input as OrderRefundValues),
    }),
  )

/** What is sent of a form without mistakes. */
export function refundRequestOf(values: OrderRefundValues): RefundRequest {
  const reason = values.reason.trim()
  const why = reason === '' ? {} : { reason }
  if (values.by === 'amount') return { amount: (refundAmount(values) ?? 0) / 100, ...why }
  return {
    lines: chosenOf(values).map(({ line, count }) => ({ itemId: line.id, quantity: Number(count) })),
    ...(values.shipping === 'amount'
      ? { shippingAmount: (typedAmount(values.shippingAmount) ?? 0) / 100 }
      : { shipping: values.shipping === 'share' }),
    restock: values.restock,
    ...why,
  }
}
