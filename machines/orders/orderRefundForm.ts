import * as z from 'zod/mini'
import type { OrderRecord } from '../../contract/extensions/orders'
import type { RefundRequest } from '../../contract/extensions/payments'
import { amountMistake, isCount, optionalText, readNumber } from '../../contract/forms/fields'
import { type Amount, amountOf } from '../../contract/rules/amounts'
import { whyNot } from '../lives/life'
import { refundLife } from '../lives/refundLife'
import { type RefundableLine, shareOf, whyNotUnits } from '../../contract/rules/refunds'

/** A line of the order, with what it is called and whether its shipping can still be refunded. */
export interface RefundLine extends RefundableLine {
  name: string
  isShippingLeft: boolean
}

/** A refund as it is typed (OR-03), with what decides about it. */
export interface OrderRefundValues {
  by: 'lines' | 'amount'
  amount: string
  /** By line. */
  units: Record<string, string>
  shipping: boolean
  restock: boolean
  reason: string
  lines: readonly RefundLine[]
  refundable: Amount
}

/** What may still be refunded of an order; a backend that does not tell has no refunds under way. */
export const refundableOf = ({ refundable, paidTotal, refundedTotal }: OrderRecord): Amount =>
  typeof refundable === 'number' ? amountOf(refundable) : amountOf(paidTotal ?? 0) - amountOf(refundedTotal ?? 0)

/** What an empty form begins with. */
export function orderRefundValues(order: OrderRecord): OrderRefundValues {
  const earlier = order.refundedLines ?? []
  const lines = order.items.flatMap(({ id, name, quantity, total, tax, shippingTotal }): RefundLine[] => {
    if (!id || !quantity) return []
    const own = earlier.filter(({ itemId }) => itemId === id)
    return [
      {
        id,
        name: name || '-',
        quantity,
        refundedQuantity: own.reduce((sum, { units }) => sum + units, 0),
        total: amountOf(total ?? 0) + (order.pricesIncludeTax ? 0 : amountOf(tax ?? 0)),
        shipping: amountOf(shippingTotal ?? 0),
        isShippingLeft: !own.some(({ hasShipping }) => hasShipping),
      },
    ]
  })
  return {
    by: lines.length > 0 ? 'lines' : 'amount',
    amount: '',
    units: Object.fromEntries(lines.map(({ id }) => [id, ''])),
    shipping: false,
    restock: true,
    reason: '',
    lines,
    refundable: refundableOf(order),
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

/** What a refund as it is typed comes to; undefined while that can't be said. */
export function refundAmount(values: OrderRefundValues): Amount | undefined {
  if (values.by === 'amount') {
    const amount = readNumber(values.amount)
    const isRead = typeof amount === 'number' && amount >= 0 && amountMistake(values.amount, '') === undefined
    return isRead ? amountOf(amount) : undefined
  }
  let sum = 0
  for (const { line, count } of chosenOf(values)) {
    if (typeof count !== 'number' || !isCount(count)) return undefined
    sum += shareOf(line, count) + (values.shipping && line.isShippingLeft ? line.shipping : 0)
  }
  return sum
}

function unitsMistake(values: OrderRefundValues): string | undefined {
  for (const { line, count } of chosenOf(values)) {
    if (typeof count !== 'number' || !isCount(count)) return `${line.name}: units must be a whole number`
    const message = whyNotUnits(line, count)
    if (message !== undefined) return `${line.name}: ${message}`
  }
  return chosenOf(values).length === 0 ? 'Choose how many units to refund' : undefined
}

/** What is wrong with it, in the words of its life (GE-05). */
function mistake(values: OrderRefundValues): string | undefined {
  const wrongUnits = values.by === 'lines' ? unitsMistake(values) : undefined
  if (wrongUnits !== undefined) return wrongUnits
  const misread =
    values.by === 'amount' ? amountMistake(values.amount, 'Amount must be a number, such as 12.50') : undefined
  if (misread !== undefined) return misread
  const amount = refundAmount(values) ?? 0
  return whyNot(refundLife, 'typed', { type: 'request', amount, refundable: values.refundable })
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
    shipping: z.boolean(),
    restock: z.boolean(),
    reason: optionalText(1_000),
    lines: z.custom<OrderRefundValues['lines']>(),
    refundable: z.number(),
  })
  .check(judged('lines', 'units'), judged('amount', 'amount'))

/** What is sent of a form without mistakes. */
export function refundRequestOf(values: OrderRefundValues): RefundRequest {
  const reason = values.reason.trim()
  const why = reason === '' ? {} : { reason }
  if (values.by === 'amount') return { amount: (refundAmount(values) ?? 0) / 100, ...why }
  return {
    lines: chosenOf(values).map(({ line, count }) => ({ itemId: line.id, quantity: Number(count) })),
    shipping: values.shipping,
    restock: values.restock,
    ...why,
  }
}
