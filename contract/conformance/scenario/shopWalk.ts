import type { Row } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'
import type { RuleId } from '../rules'
import { checkDefaults, checkLimits } from './declaredFields'
import { checkSums } from './gateways'
import { checkMadeAtLimits } from './madeAtLimits'
import { checkFirstSteps, checkSteps } from './ownDay'
import { placeOf } from './ownPlace'
import { callPeople, sellInCall } from './shopCalls'
import { sellByDay } from './shopDays'
import { placeNow, verifyTold } from './shopEvents'
import { bringBackOffer, checkLedger, countsOffers, recount } from './shopLater'
import { answerPayments, areMailed, resetMails, switchRefundMails, writeMails } from './shopMails'
import { tellAll, verifyMessages } from './shopMessages'
import { leaveAndReturn, mergeAndBack, mergeUnwanted } from './shopMerges'
import { cancel, moveAway, pay, refund, refundUnit, saleOf, sell, taxWithin } from './shopSales'
import { copy, count, dropOffer, mailLinks, putAway, rename } from './shopSteps'
import { makeVariety } from './shopVariety'
import { nth, openTrade, readAlone, shopOf } from './trade'

/** All that sells is done where nobody else sells, and every figure is foretold after every step. */
export async function walkShop(run: Run, world: World): Promise<void> {
  if (!run.isFull || run.options.readOnly || world.hasSold === true) return
  world.hasSold = true
  await attempt(run, 'shop.figures', async () => {
    const { tenant, isOwn } = await placeOf(run, world)
    // Elsewhere somebody else may do the same.
    const steps = async (work: () => Promise<void>, rule: RuleId = 'dashboard.own') =>
      isOwn ? attempt(run, rule, work) : undefined
    await steps(() => checkFirstSteps(run, tenant))
    let from: string | undefined
    await attempt(run, 'events.told', async () => {
      from = await placeNow(run, tenant)
    })
    const trade = await openTrade(run, world)
    let hook: Row | undefined
    await attempt(run, 'webhooks.messages', async () => {
      hook = await tellAll(run, world, tenant)
    })
    const begun = { product: true, campaign: true, offer: true, gateway: true, payment: false }
    const campaignId = trade.campaigns.at(-1)?.id ?? ''
    await steps(() => checkSteps(run, tenant, begun, { campaignId }))
    const mails = await writeMails(trade)
    const bought = {
      customer: 0,
      campaign: 0,
      lines: [
        [0, 2, 13.37],
        [2, 3, 20.5],
      ] satisfies [number, number, number][],
    }
    const paid = await sellInCall(trade, nth(trade.customers, 0), () => sell(trade, bought))
    const open = await sell(trade, { customer: 1, campaign: 0, lines: [[0, 1, 20]] })
    // Moments less than a second apart count as the same, and who ordered twice has ordered last at the second.
    await run.sender.pause(1_000)
    const several: [number, number, number][] = [
      [1, 4, 20.25],
      [3, 2, 4],
    ]
    const back = await sell(trade, { customer: 0, campaign: 1, lines: several })
    await steps(() => checkSteps(run, tenant, { ...begun, order: true }, { campaignId, orderId: back.id }))
    await attempt(run, 'shop.figures', () => pay(trade, paid))
    await steps(() => checkSteps(run, tenant, {}))
    await attempt(run, 'shop.figures', () => refund(trade, saleOf(trade, paid.id), 123))
    for (const back of ['share', 1.01, undefined] as const)
      await attempt(run, 'refunds.lines', () => refundUnit(trade, saleOf(trade, paid.id), back))
    let answering: Row | undefined
    await attempt(run, 'mails.counted', async () => {
      answering = await answerPayments(trade, nth(trade.campaigns, 1))
    })
    await attempt(run, 'shop.figures', () => pay(trade, back))
    await attempt(run, 'shop.figures', () => readAlone(trade))
    await attempt(run, 'shop.figures', async () => {
      // Of what was given back before, the cancelling gives nothing back.
      await refund(trade, saleOf(trade, back.id), 250)
      await switchRefundMails(trade, mails, 'disable')
      await cancel(trade, saleOf(trade, back.id))
      await switchRefundMails(trade, mails, 'enable')
    })
    await attempt(run, 'mails.counted', async () => {
      await areMailed(trade, mails, paid, 'all')
      await areMailed(trade, mails, back, 1, answering !== undefined)
      await resetMails(trade, mails)
      if (answering === undefined) return
      const params = { autoresponderId: answering.id }
      await run.succeed('autoresponders.delete', 'autoresponders.delete', { params })
    })
    await attempt(run, 'shop.figures', () => count(trade, 0, -5))
    let calls: string[] = []
    await attempt(run, 'shop.calls', async () => {
      calls = await callPeople(trade)
    })
    await attempt(run, 'mails.counted', () => mailLinks(trade, open))
    await attempt(run, 'shop.figures', () => mergeAndBack(trade, 1, 0, calls))
    await attempt(run, 'shop.figures', () => mergeUnwanted(trade, 3, 2))
    await attempt(run, 'shop.figures', () => leaveAndReturn(trade, 0))
    await attempt(run, 'orders.address', () => moveAway(trade, open))
    await attempt(run, 'shop.figures', () => cancel(trade, open))
    await attempt(run, 'shop.figures', () => copy(trade))
    await attempt(run, 'events.told', () => verifyTold(trade, from))
    await attempt(run, 'webhooks.messages', async () => {
      if (hook !== undefined) await verifyMessages(trade, hook)
    })
    await attempt(run, 'shop.figures', () => makeVariety(trade))
    // Where it is another day than in UTC, that of the organization counts.
    await steps(() => checkSums(run, { ...shopOf(trade), till: trade.till }), 'gateways.figures')
    await attempt(run, 'shop.figures', () => rename(trade))
    await attempt(run, 'orders.refused', () => sellByDay(trade))
    await attempt(run, 'shop.figures', () => taxWithin(trade))
    await attempt(run, 'fields.defaults', () => checkDefaults(trade))
    await attempt(run, 'fields.limits', () => checkMadeAtLimits(trade))
    await attempt(run, 'fields.limits', () => checkLimits(trade))
    await attempt(run, 'shop.figures', () => putAway(trade))
    await attempt(run, 'shop.figures', () => recount(trade, 0, 9))
    await attempt(run, 'products.movements', () => checkLedger(trade))
    await attempt(run, 'shop.figures', async () => {
      await countsOffers(trade, -1, () => dropOffer(trade, 2))
      if (!run.lacks('offers.restore')) await countsOffers(trade, 1, () => bringBackOffer(trade, 2))
    })
  })
}
