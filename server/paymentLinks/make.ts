import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { noGateways, noLinkOut, overCap } from '../../contract/rules/linkTold'
import { orderLife } from '../../machines/lives/orderLife'
import type { PaymentLinkMade } from '../../contract/paymentLinks'
import { expiryOf } from '../auth/lifetimes'
import { newToken } from '../auth/sessions'
import type { Caller } from '../auth/sessions'
import { hasKey, isId } from '../db/keys'
import { keepEvent, takeStep } from '../db/lives'
import { gatewayInstances } from '../db/schema/gateways'
import { orders } from '../db/schema/orders'
import { paymentLinks } from '../db/schema/paymentLinks'
import { paymentAttempts } from '../db/schema/payments'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'
import { invalid, Refusal } from '../http/errors'
import { sendAutoresponders } from '../mail/autoresponding'
import { lockOrder } from '../orders/lock'
import type { Secrets } from '../secrets'
import { isInStock, takeAgain } from '../orders/stock'
import { isOverCap, unwant } from '../payments/attempts'
import { usualGateway } from './gateways'
import { endLinks, hasReceipt, type KnownOrder, type LinkEnd } from './record'
import { codeOf, dueOf, shownLink } from '../payments/record'

export interface LinkMaking {
  orgId: string
  orderId: string
  caller: Caller
  now: Date
  publicUrl: string
  secrets: Secrets
}

/** Letters and digits that nobody mistakes for one another, heard or read. */
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTWXYZ'
const codeLength = 8

const newCode = () => Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')

/** A code as it was made, however it is typed. */
export const plainCode = (typed: string) => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** A code is kept together with the digits that it takes, so that one without the other tells nothing. */
export const codeHash = (code: string, phoneDigits: string) => tokenHash(`${plainCode(code)} ${phoneDigits}`)

function lastDigits(phone: string | null): string | undefined {
  const digits = phone?.replaceAll(/\D/g, '') ?? ''
  return digits.length < 4 ? undefined : digits.slice(-4)
}

/** Tells by which gateway a link is made. Throws what says why it can be made by none. */
export type GatewayChoice = (
  tx: Transaction,
  making: LinkMaking,
  dueCents: number,
  asked: string | undefined,
) => Promise<{ id: string }>

/**
 * Makes a payment link, which ends the one before (PY-05), and mails it if wanted. An order that has expired is open
 * again, when what it holds is still there (LI-01). Undefined when there is no such order; throws a 409 that says why it
 * can't be paid.
 */
export async function makeLink(
  tx: Transaction,
  making: LinkMaking,
  { mail, gatewayInstanceId }: { mail: boolean; gatewayInstanceId?: string | undefined },
  { gatewayOf, mailOff }: { gatewayOf: GatewayChoice; mailOff: string } = asMember,
): Promise<PaymentLinkMade | undefined> {
  const { orgId, orderId, caller, now, publicUrl, secrets } = making
  const known = await lockOrder(tx, making)
  if (!known) return undefined
  const order = await payable(tx, making, known)
  const gateway = await gatewayOf(tx, making, dueOf(order), gatewayInstanceId)
  if (mail && order.customerEmail === '') {
    throw invalid([{ path: 'body.mail', message: 'This customer has no email address.' }])
  }
  await endLinks(tx, making, 'replaced')
  await unwant(tx, orgId, orderId, now)
  const token = newToken()
  const phoneDigits = lastDigits(order.customerPhone)
  const code = phoneDigits === undefined ? undefined : newCode()
  const payCode = code === undefined ? null : `${code.slice(0, 4)}-${code.slice(4)}`
  const [link] = await tx
    .insert(paymentLinks)
    .values({
      orgId,
      orderId,
      tokenHash: tokenHash(token),
      codeHash: code === undefined || phoneDigits === undefined ? null : codeHash(code, phoneDigits),
      sealedCode: payCode === null ? null : secrets.seal(payCode),
      mailedTo: mail ? order.customerEmail : null,
      gatewayInstanceId: gateway.id,
      createdAt: now,
      expiresAt: expiryOf('paymentLink', now),
      settleAt: expiryOf('paymentLink', now),
    })
    .returning()
  if (!link) throw new Error('a payment link was not inserted')
  const linkUrl = `${publicUrl}/pay/${token}`
  const text = mail ? `Sent to ${order.customerEmail}` : 'To be copied or read out'
  await keepEvent(
    tx,
    { orgId, resource: 'orders', recordId: orderId, caller, now },
    { kind: 'payment_link', facts: { linkId: link.id, text } },
  )
  if (mail) await mailLink(tx, making, link.id, linkUrl, mailOff)
  return {
    ...shownLink(link, order, [], now),
    linkUrl,
    payCode,
  }
}

/** The order, open; it was locked before. */
async function payable(tx: Transaction, making: LinkMaking, order: KnownOrder): Promise<KnownOrder> {
  const { orgId, orderId, caller, now } = making
  const refused = (message: string) => new Refusal(409, 'not_possible', message)
  if (order.status === 'cancelled') throw refused('This order has been cancelled.')
  if (hasReceipt(order) || dueOf(order) === 0) throw refused('This order has been paid.')
  if (order.status === 'open') return order
  const happening = { orgId, resource: 'orders', recordId: orderId, caller, now }
  const status = await takeStep(tx, happening, orderLife, order.status, {
    type: 'renew',
    isInStock: await isInStock(tx, order),
  })
  if (status !== 'open') throw new Error(`an order was renewed and is ${status}`)
  await takeAgain(tx, making, order)
  await tx
    .update(orders)
    .set({ status, updatedAt: now })
    .where(hasKey(orders, orgId, orderId))
  return { ...order, status }
}

/** The gateway that is asked for, else the usual one, where it may take as much this month (GW-01). */
const ownGateway: GatewayChoice = async (tx, making, dueCents, asked) => {
  const gateway = await gatewayFor(tx, making, asked)
  if (await isOverCap(tx, making.orgId, gateway.id, dueCents, making.now)) {
    throw new Refusal(409, 'not_possible', overCap)
  }
  return gateway
}

/** The gateway that is asked for, else the usual one. Only one that is enabled. */
async function gatewayFor(tx: Transaction, { orgId, orderId }: LinkMaking, asked: string | undefined) {
  const enabled = and(eq(gatewayInstances.orgId, orgId), eq(gatewayInstances.enabled, true))
  if (asked !== undefined) {
    const [gateway] = isId(asked)
      ? await tx
          .select({ id: gatewayInstances.id })
          .from(gatewayInstances)
          .where(and(enabled, eq(gatewayInstances.id, asked)))
      : []
    if (gateway) return gateway
    throw invalid([{ path: 'body.gatewayInstanceId', message: 'Choose a payment gateway that is enabled' }])
  }
  const usual = await usualGateway(tx, { orgId, orderId })
  if (usual) return usual
  throw new Refusal(409, 'not_possible', noGateways)
}

/** Said when a link is to be mailed of which no mail is sent any more. */
export const linkMailOff =
  'Mails with a payment link are switched off in Settings, under Order mails. Switch them on, or copy the link.'

/** As who belongs to the organization makes it. */
const asMember = { gatewayOf: ownGateway, mailOff: linkMailOff }

/** By the campaign's own mails where it has some for this, else by the organization's: `mail` always mails. */
async function mailLink(
  tx: Transaction,
  { orgId, orderId, now }: LinkMaking,
  linkId: string,
  paymentLink: string,
  mailOff: string,
): Promise<void> {
  const event = 'order.payment_link.created' as const
  const answered = { orgId, orderId, event, subjectId: linkId, now, paymentLink, isAskedFor: true }
  if ((await sendAutoresponders(tx, answered)) === 0) throw new Refusal(409, 'not_possible', mailOff)
}

/** A link that was made, as it is kept for whoever asks for it again: it carries secrets, so it is kept sealed. */
export const sealedLink = (secrets: Secrets, made: PaymentLinkMade): string => secrets.seal(JSON.stringify(made))
export const unsealedLink = (secrets: Secrets, sealed: string): PaymentLinkMade =>
  // What the above sealed.
  JSON.parse(secrets.unseal(sealed)) as PaymentLinkMade

/** The same as it is by now, for whoever asks for it again: of a link that is not out any more no code is told. */
export async function sealedAgain(tx: Transaction, making: LinkMaking, sealed: string): Promise<string> {
  const { orgId, orderId, now, secrets } = making
  const made = unsealedLink(secrets, sealed)
  const [[link], [order], attempts] = await Promise.all([
    tx
      .select()
      .from(paymentLinks)
      .where(hasKey(paymentLinks, orgId, made.id)),
    tx
      .select()
      .from(orders)
      .where(hasKey(orders, orgId, orderId)),
    tx
      .select()
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.orgId, orgId), eq(paymentAttempts.linkId, made.id)))
      .orderBy(paymentAttempts.createdAt, paymentAttempts.id),
  ])
  if (!link || !order) return sealed
  const { payCode } = codeOf(link, order, now, making)
  return sealedLink(secrets, { ...made, ...shownLink(link, order, attempts, now), payCode })
}

/** Ends the link that is out, as it is not wanted any more. Throws a 409 when there is none. */
export async function cancelLink(
  tx: Transaction,
  ending: { orgId: string; orderId: string; caller: Caller; now: Date },
): Promise<void> {
  if (!(await endLink(tx, ending, 'cancelled'))) throw new Refusal(409, 'not_possible', noLinkOut)
}

/** Ends the link that is out, and what is under way through it. Whether there was one. */
export async function endLink(
  tx: Transaction,
  ending: { orgId: string; orderId: string; caller: Caller | undefined; now: Date },
  reason: LinkEnd,
): Promise<boolean> {
  const { orgId, orderId, caller, now } = ending
  const ended = await endLinks(tx, ending, reason)
  if (ended.length === 0) return false
  await unwant(tx, orgId, orderId, now)
  await keepEvent(
    tx,
    { orgId, resource: 'orders', recordId: orderId, caller, now },
    { kind: 'payment_link_ended', facts: { text: reason } },
  )
  return true
}
