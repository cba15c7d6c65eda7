import type { Amount } from './amounts'
import type { Membership } from './duties'
import { seesOwnOrdersAlone } from './ownOrders'

/** What a partner may do with a campaign that is shared with them. */
export const rights = ['see', 'sell'] as const
export type SharedRight = (typeof rights)[number]

/** A share in percent has two decimals at most and is kept as hundredths of a percent. */
export const sharePoints = (percent: number) => Math.round(percent * 100)
export const mostShare = 100
export const wrongShare = 'The share must be between 0 and 100 percent'

/** How many campaigns one collaboration shares at most. */
export const mostCampaigns = 200

/** Why somebody can't accept an invitation, each in its own sentence. */
export const invitationTold = {
  unknown: 'This link is not complete, or another one has been sent since. Open the newest mail.',
  forOther: 'This invitation was sent to another address. Sign in with the account that it was sent to.',
  expired: 'This invitation has expired. Ask for a new one.',
  withdrawn: 'This invitation has been withdrawn.',
  declined: 'This invitation has been declined.',
  accepted: 'This invitation has been accepted already.',
  self: 'An organization can’t collaborate with itself. Accept it for another organization of yours.',
  changed: 'What is offered has changed since you opened it. Close this, and look at it again before you accept.',
  already: 'The two organizations collaborate already. End that collaboration first.',
} as const

export const notOwnCampaign = 'Only campaigns of your own organization can be shared. What others share stays theirs.'
export const alreadyInvited = 'This address has been invited already. Send that invitation again, or withdraw it.'

/** Why nothing is sold by a collaboration, each in its own sentence. */
export const saleTold = {
  paused: 'This collaboration is paused. Nothing is sold until the partner resumes it.',
  ended: 'This collaboration has ended. Nothing more is sold in it.',
  unshared: 'This campaign is not shared with you.',
  seeOnly: 'You may see this campaign, and not sell in it.',
  own: 'You share these campaigns yourself. Place a new order to sell in them.',
} as const

/** Why a partner can't take the payment of what they have sold, where whoever shares is to change something. */
export const salePaymentTold = {
  noGateway: 'Your partner takes no payments just now. Ask them to enable a payment gateway.',
  overCap: 'Your partner’s payment gateway takes no more this month. Ask them for another one.',
  mailOff: 'Your partner has switched off mails with a payment link. Copy the link, or read its code out.',
} as const

/** Why a partner can't sell in a campaign; `right` is what they may do with it, and absent where it is not shared. */
export function whyNotSold(state: string, right: SharedRight | undefined): string | undefined {
  if (state === 'paused') return saleTold.paused
  if (state !== 'active') return saleTold.ended
  if (right === undefined) return saleTold.unshared
  return right === 'sell' ? undefined : saleTold.seeOnly
}

/** Why a member does not read the statement: the sums of their own orders are not what is owed. */
export const whyNotStatement = (member: Membership): string | undefined =>
  seesOwnOrdersAlone(member) ? 'You see your own orders alone. Ask an owner for the statement.' : undefined

/** What customers paid and were given back in a month, of orders that a partner sold. Amounts are cents. */
export interface MoneyOfMonth {
  /** `yyyy-MM`, in the zone of whoever shares. */
  month: string
  currency: string
  paid: Amount
  refunded: Amount
}

export interface StatementLine extends MoneyOfMonth {
  /** What is due to the partner for it; less than zero where more was given back than paid. */
  share: Amount
}

/** How the statement is rounded, as people read it beside it. */
export const statementRounding =
  'The share is reckoned of all that was paid less all that was refunded up to the end of each month, and rounded to a cent once; a month has what that adds to the month before.'

const ofHundred = 10_000n

/** The share of an amount in cents, rounded to the cent that is nearest, and upwards from half. */
const shareOf = (net: bigint, points: number): bigint => {
  const exact = net * BigInt(points)
  const floor = (exact - (((exact % ofHundred) + ofHundred) % ofHundred)) / ofHundred
  return (exact - floor * ofHundred) * 2n >= ofHundred ? floor + 1n : floor
}

/**
 * What whoever shares owes the partner, month by month. The months of a currency add up to the share of all that was paid
 * less refunded, to the cent, and a month that is over stays as it is.
 */
export function statementOf(moved: readonly MoneyOfMonth[], points: number): StatementLine[] {
  const until = new Map<string, bigint>()
  return moved
    .toSorted((one, other) => compare(one.month, other.month) || compare(one.currency, other.currency))
    .map((line) => {
      const before = until.get(line.currency) ?? 0n
      const now = before + BigInt(line.paid) - BigInt(line.refunded)
      until.set(line.currency, now)
      return { ...line, share: Number(shareOf(now, points) - shareOf(before, points)) }
    })
}
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The sums of a statement, of each currency by itself. */
export function statementTotals(lines: readonly StatementLine[]): Omit<StatementLine, 'month'>[] {
  const totals = new Map<string, Omit<StatementLine, 'month'>>()
  for (const { currency, paid, refunded, share } of lines) {
    const so = totals.get(currency) ?? { currency, paid: 0, refunded: 0, share: 0 }
    totals.set(currency, {
      currency,
      paid: so.paid + paid,
      refunded: so.refunded + refunded,
      share: so.share + share,
    })
  }
  return [...totals.values()]
}
