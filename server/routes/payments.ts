import { and, eq, isNull } from 'drizzle-orm'
import { inOwningOrganization, ownMembership, whyRefused } from '../auth/access'
import { newToken, type OwnMembership } from '../auth/sessions'
import { withRecord } from '../auth/withRecord'
import { hasKey } from '../db/keys'
import { keepEvent } from '../db/lives'
import { paymentLinks, paymentLinkTokens } from '../db/schema/paymentLinks'
import { tokenHash } from '../db/tokens'
import type { Handlers } from '../http/contract'
import { notFound, Refusal } from '../http/errors'
import { anOrder } from '../orders/anOrder'
import { cancelLink, codeHash, makeLink, plainCode, sealedAgain, sealedLink, unsealedLink } from '../paymentLinks/make'
import { endOf, type Link, linkOf, newestLink, unknownLink } from '../paymentLinks/record'
import { readOrderPayments, readPayment } from '../payments/record'
import { requestRefund } from '../payments/refunding'
import type { Services } from './services'

/** The link that a token opens. Throws a 404 for a token that was never given, which is counted. */
async function knownLink({ database, limiter }: Services, token: string, network: string): Promise<Link> {
  const link = await database.system((tx) => linkOf(tx, token))
  if (link) return link
  await limiter.count('wrongToken', network)
  throw unknownLink()
}

/** The payment of a link as it is by now, as its attempts have changed it since the link was looked up. */
const paymentOf = ({ database, now }: Services, link: Link) =>
  database.tenant(link.orgId, async (tx) => {
    const [current] = await tx
      .select()
      .from(paymentLinks)
      .where(hasKey(paymentLinks, link.orgId, link.id))
    return readPayment(tx, current ?? link, now())
  })

/** What who holds a payment link can do (PY). */
export const paymentHandlers = (services: Services): Handlers['payments'] => ({
  get: async ({ params: { token }, network }) => {
    const { database, now } = services
    const link = await knownLink(services, token, network)
    return {
      data: await database.tenant(link.orgId, async (tx) => {
        const payment = await readPayment(tx, link, now())
        if (link.openedAt === null) {
          await tx
            .update(paymentLinks)
            .set({ openedAt: now() })
            .where(and(hasKey(paymentLinks, link.orgId, link.id), isNull(paymentLinks.openedAt)))
        }
        return payment
      }),
    }
  },

  pay: async ({ params: { token }, body: { attemptId, card }, network }) => {
    const { limiter, paying } = services
    const link = await knownLink(services, token, network)
    await limiter.count('payAttempts', link.id)
    await paying.pay(link, attemptId.toLowerCase(), card)
    return { data: await paymentOf(services, link) }
  },

  answerBank: async ({ params: { token, attemptId }, body: { approved }, network }) => {
    const { limiter, paying } = services
    const link = await knownLink(services, token, network)
    await limiter.count('payAttempts', link.id)
    await paying.answerBank(link, attemptId.toLowerCase(), approved)
    return { data: await paymentOf(services, link) }
  },

  askForLink: async ({ params: { token }, network }) => {
    const { database, now } = services
    const link = await knownLink(services, token, network)
    await database.tenant(link.orgId, async (tx) => {
      const { orgId, orderId } = link
      const newest = await newestLink(tx, orgId, orderId)
      if (endOf(link, newest?.id, now()) === undefined) {
        throw new Refusal(409, 'not_possible', 'This payment link has not ended.')
      }
      const [wanted] = await tx
        .update(paymentLinks)
        .set({ wantedAt: now() })
        .where(and(hasKey(paymentLinks, orgId, link.id), isNull(paymentLinks.wantedAt)))
        .returning({ id: paymentLinks.id })
      // Asking again tells the agent nothing new.
      if (!wanted) return
      const happening = { orgId, resource: 'orders', recordId: orderId, caller: undefined, now: now() }
      const text = 'The customer asks for a new payment link.'
      await keepEvent(tx, happening, { kind: 'payment_link_wanted', facts: { linkId: link.id, text } })
    })
    return { success: true, message: 'The seller has been told' }
  },

  openCode: async ({ body: { payCode, phoneDigits }, network }) => {
    const { database, limiter, now } = services
    const wrong = () =>
      new Refusal(404, 'not_found', 'This code and these digits open nothing. Check both, or ask for a new code.')
    // Before it is known whether it is right: who has guessed too often learns no more from the right guess. A code is
    // guessed by its digits, too, and counted by network: nobody keeps its customer from it by guessing elsewhere.
    const ofCode = `${network} ${tokenHash(plainCode(payCode))}`
    await limiter.count('wrongCode', network)
    await limiter.count('wrongCodeDigits', ofCode)
    const [link] = await database.system((tx) =>
      tx
        .select()
        .from(paymentLinks)
        .where(eq(paymentLinks.codeHash, codeHash(payCode, phoneDigits)))
        .limit(1),
    )
    if (!link) throw wrong()
    await limiter.forgive('wrongCode', network)
    await limiter.clear('wrongCodeDigits', ofCode)
    const token = newToken()
    await database.tenant(link.orgId, (tx) =>
      tx
        .insert(paymentLinkTokens)
        .values({ orgId: link.orgId, linkId: link.id, tokenHash: tokenHash(token), createdAt: now() }),
    )
    return { data: { token } }
  },
})

type OrderPaymentHandlers = Pick<Handlers['orders'], 'payments' | 'createPaymentLink' | 'endPaymentLink' | 'refund'>

/** What staff do about the payments of an order. */
export const orderPaymentHandlers = ({
  database,
  config,
  now,
  nudgeOutbox,
  secrets,
  paying,
}: Services): OrderPaymentHandlers => {
  const { publicUrl } = config
  const tellingTo = (membership: OwnMembership) => ({
    secrets,
    publicUrl,
    mayLink: whyRefused(membership, 'orders.createPaymentLink') === undefined,
  })
  return {
    payments: async ({ params: { orderId }, caller }) => ({
      data: await inOwningOrganization(database, caller, orderId, 'Order', (tx, orgId, membership) =>
        readOrderPayments(tx, orgId, orderId, { ...tellingTo(membership), now: now() }),
      ),
    }),

    createPaymentLink: withRecord(
      anOrder,
      async ({ tx, orgId, id: orderId, body, caller, now }) => {
        const made = await makeLink(tx, { orgId, orderId, caller, now, publicUrl, secrets }, body)
        return made && sealedLink(secrets, made)
      },
      (sealed) => {
        nudgeOutbox()
        return { data: unsealedLink(secrets, sealed) }
      },
      (sealed, { tx, orgId, id: orderId, caller, now: at }) =>
        sealedAgain(tx, { orgId, orderId, caller, now: at, publicUrl, secrets }, sealed),
    ),

    endPaymentLink: withRecord(anOrder, async ({ tx, orgId, id: orderId, caller, now }) => {
      await cancelLink(tx, { orgId, orderId, caller, now })
      return readOrderPayments(tx, orgId, orderId, { ...tellingTo(ownMembership(caller, orgId)), now })
    }),

    refund: withRecord(
      anOrder,
      async ({ tx, orgId, id: orderId, body, caller, now }) => {
        const refundIds = await requestRefund(tx, { orgId, orderId, caller, now }, body)
        return refundIds && { refundIds }
      },
      async ({ refundIds }, { orgId, id: orderId, caller }) => {
        for (const refundId of refundIds) await paying.refund(orgId, refundId)
        const data = await database.tenant(orgId, (tx) =>
          readOrderPayments(tx, orgId, orderId, { ...tellingTo(ownMembership(caller, orgId)), now: now() }),
        )
        if (!data) throw notFound('Order')
        return { data }
      },
    ),
  }
}
