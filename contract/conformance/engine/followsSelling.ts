import { lowStock } from '../../products'
import { cents, sumOf } from './amounts'
import { isRecord } from './fields'
import { allOf, each, type Follows, recordsIn } from './followsBasics'
import { addedUp } from './followsSold'
import { isLastOf, isMoment } from './moments'
import { textOf } from './text'

const isSaid = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const areNumbers = (...values: unknown[]) => values.every((value) => typeof value === 'number')

/** A field that says something in some states, and nothing in others; of all other states it may say what it likes. */
const saidIn =
  (name: string, { always = [], never = [] }: { always?: readonly string[]; never?: readonly string[] }): Follows =>
  (record) => {
    const state = textOf(record['state'])
    if (always.includes(state) && !isSaid(record[name])) return `${name} is not told of what is ${state}`
    return never.includes(state) && isSaid(record[name])
      ? `${name} is ${textOf(record[name])} of what is ${state}`
      : undefined
  }

const linkEnds = ['paid', 'expired', 'replaced', 'cancelled']

const ofLink = allOf(
  saidIn('openedAt', { always: ['opened'], never: ['created', 'mailed'] }),
  saidIn('mailedTo', { always: ['mailed'], never: ['created'] }),
  saidIn('reason', { always: ['declined'], never: ['created', 'mailed', 'opened', 'paid'] }),
  saidIn('payCode', { never: linkEnds }),
  saidIn('payCodePage', { never: linkEnds }),
)

/** A link as it is answered alone. */
const ofMade: Follows = (record) => ('linkUrl' in record ? ofLink(record) : undefined)

/** How far a link is once something was tried through it. */
const linkAfter: Readonly<Record<string, readonly string[]>> = {
  created: ['paying'],
  unknown: ['paying'],
  // On a page of the gateway's own the customer is paying, or was declined and tries again.
  action_required: ['action_required', 'paying', 'declined'],
  declined: ['declined'],
  succeeded: ['paid'],
}

/** A link that is out is as far as the newest attempt through it. */
const linkTold: Follows = ({ link, attempts }) => {
  if (!isRecord(link)) return undefined
  const state = textOf(link['state'])
  const wrong = ofLink(link)
  if (wrong !== undefined) return `link.${wrong}`
  const newest = recordsIn(attempts).at(-1)
  const [made, tried] = [link['createdAt'], newest?.['createdAt']]
  if (linkEnds.includes(state) || !isMoment(made) || !isMoment(tried) || Date.parse(tried) <= Date.parse(made)) {
    return undefined
  }
  const due = linkAfter[textOf(newest?.['state'])]
  return due === undefined || due.includes(state)
    ? undefined
    : `link.state is ${state} after an attempt that is ${textOf(newest?.['state'])}`
}

const ofAttempt = allOf(
  saidIn('reason', { always: ['declined'], never: ['succeeded'] }),
  saidIn('reasonCode', { always: ['declined'], never: ['succeeded'] }),
  saidIn('endedAt', { always: ['succeeded', 'declined', 'expired'], never: ['created', 'action_required'] }),
)
const ofRefund = allOf(
  saidIn('endedAt', { always: ['succeeded'], never: ['requested', 'pending'] }),
  saidIn('failure', { always: ['failed'], never: ['succeeded'] }),
)

/** No more can be given back than was taken and not given back. */
const refundable: Follows = ({ attempts, refunds, refundable: left }) => {
  if (typeof left !== 'number' || !Array.isArray(attempts)) return undefined
  const paid = recordsIn(attempts).filter(({ state }) => state === 'succeeded')
  const given = recordsIn(refunds).filter(({ state }) => state !== 'failed')
  const most = sumOf(paid, 'amount') - sumOf(given, 'amount')
  return cents(left) <= most || most < 0 ? undefined : `refundable is ${left}, and ${most / 100} was kept`
}

/** What a payment page says of whether and how it is paid, and what was given back. */
const page: Follows = ({ order, due, canPay, whyNot, gateway = null, attempt, refundedAt = null }) => {
  if (!isRecord(order) || typeof canPay !== 'boolean') return undefined
  if (canPay === isSaid(whyNot)) return `canPay is ${canPay} and whyNot ${textOf(whyNot ?? null)}`
  if (canPay && (cents(due) <= 0 || gateway === null)) return 'canPay is true where nothing is due, or by no gateway'
  const { total, paidTotal, refundedTotal, paidBy = null } = order
  const isOver = order['status'] === 'cancelled' || order['status'] === 'expired'
  const left = Math.max(0, cents(total) - cents(paidTotal))
  if (!isOver && areNumbers(total, paidTotal) && cents(due) !== left)
    return `due is ${textOf(due)} where ${left / 100} is`
  if (paidBy !== null && paidTotal === 0) return 'order.paidBy is told, and nothing was paid'
  const given = order['refunds']
  if (Array.isArray(given)) {
    const back = sumOf(recordsIn(given), 'amount')
    if (typeof refundedTotal === 'number' && back !== cents(refundedTotal)) {
      return `order.refundedTotal is ${refundedTotal} of refunds for ${back / 100}`
    }
    const moments = recordsIn(given).map(({ at }) => at)
    const last = moments.at(-1) ?? null
    const isLast = moments.every(isMoment) && isMoment(refundedAt) ? isLastOf(moments, refundedAt) : last === refundedAt
    if (!isLast) return `refundedAt is ${textOf(refundedAt)} and the last refund of ${textOf(last)}`
  }
  if (isRecord(attempt)) {
    if ((attempt['action'] ?? null) !== null && attempt['state'] !== 'action_required') {
      return `attempt.action is told of what is ${textOf(attempt['state'])}`
    }
    const wrong = ofAttempt(attempt)
    if (wrong !== undefined) return `attempt.${wrong}`
  }
  const wrong = addedUp(order)
  return wrong && `order.${wrong}`
}

const isOfOrder = (event: unknown) => typeof event === 'string' && event.startsWith('order.')

const mail: Follows = allOf(
  saidIn('deliveredAt', { always: ['delivered', 'kept'], never: ['queued', 'dead', 'held', 'dropped'] }),
  saidIn('error', { always: ['dead'] }),
  ({ event, order = null }) =>
    isOfOrder(event) && order === null ? `order is not told of ${textOf(event)}` : undefined,
  ({ state, tries }) =>
    typeof tries === 'number' && tries < 1 && (state === 'delivered' || state === 'dead')
      ? `tries is ${tries} of a mail that is ${state}`
      : undefined,
)

const gateway: Follows = ({ id, webhookAddress, chargesToday, chargedToday, chargedThisMonth, approvalRate }) => {
  if (isSaid(webhookAddress) && !textOf(webhookAddress).includes(textOf(id))) {
    return `webhookAddress is ${textOf(webhookAddress)} without its id`
  }
  if (typeof approvalRate === 'number' && (approvalRate < 0 || approvalRate > 100))
    return `approvalRate is ${approvalRate}`
  if (!areNumbers(chargesToday, chargedToday, chargedThisMonth)) return undefined
  if ((chargesToday === 0) !== (chargedToday === 0)) {
    return `chargedToday is ${textOf(chargedToday)} of ${textOf(chargesToday)} charges`
  }
  return cents(chargedToday) > cents(chargedThisMonth)
    ? `chargedThisMonth is ${textOf(chargedThisMonth)}, and ${textOf(chargedToday)} today`
    : undefined
}

export const ofPaying: readonly Follows[] = [
  linkTold,
  ofMade,
  each('attempts', ofAttempt),
  each('refunds', ofRefund),
  refundable,
]

/** What follows of a record of what sells from its other fields, by what it is. */
export const followingOfSelling: Readonly<Record<string, readonly Follows[]>> = {
  payments: [page],
  mails: [mail],
  gateways: [gateway],
  plugins: [
    ({ hasPassword, passwordEnd }) =>
      hasPassword === false && isSaid(passwordEnd) ? 'passwordEnd is told, and there is no password' : undefined,
  ],
  products: [
    ({ stock, stockLevel }) =>
      typeof stock === 'number' && typeof stockLevel === 'string' && (stockLevel === 'low') !== stock <= lowStock
        ? `stockLevel is ${stockLevel} with ${stock} in stock`
        : undefined,
  ],
  campaigns: [
    ({ archived, archivedAt }) =>
      typeof archived === 'string' && (archived === 'true') !== isSaid(archivedAt)
        ? `archived is ${archived}, and archivedAt ${textOf(archivedAt ?? null)}`
        : undefined,
  ],
}
