import { randomUUID } from 'node:crypto'
import { atOnce } from '../engine/atOnce'
import { cents } from '../engine/amounts'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import { isMoment, isSameMoment } from '../engine/moments'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { neverGiven, textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { refuseForeign } from './intrusion'
import {
  cards,
  card,
  chargesOf,
  checkSums,
  dataOf,
  fieldsOf,
  linkIn,
  linkTo,
  listOf,
  openLink,
  payAsk,
  payBy,
  paymentsOf,
  payingShop,
  verifyCard,
  putAway,
} from './paying'
import { verifyShown } from './payment'
import { checkCodes, checkUnreachable, verifyTold } from './paymentCodes'
import { verifyPage, verifyUsual } from './paymentPage'
import { checkRefunds, refundSeveral } from './refunds'
import { notNow, place, placement, placeOne, readOrder } from './sellingBasics'

/** Orders are paid through links, once and whole, and given back as far as they were paid (PY-01 to PY-06, OR-03). */
export async function checkPayments(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'payments.link', async () => {
    const shop = await payingShop(run, world)
    shop.order ??= (await placeOne(run, shop))[0]
    const line = { offerId: shop.offer.id, quantity: 2, unitPrice: 12.35 }
    const [order] = await place(run, shop, placement(shop, [line]))
    const token = await checkLink(run, shop, order)
    await attempt(run, 'payments.declined', () => checkDeclined(run, shop, order, token))
    await attempt(run, 'payments.bank', () => checkBank(run, shop, token))
    await attempt(run, 'payments.once', () => checkOnce(run, shop, order, token))
    await attempt(run, 'payments.oneAtATime', () => checkTabs(run, shop))
    await attempt(run, 'refunds.amount', () => checkRefunds(run, shop, order.id, token))
    await attempt(run, 'payments.ended', () => checkEnded(run, shop))
    await attempt(run, 'payments.codes', () => checkCodes(run, shop))
    await attempt(run, 'payments.codes', () => checkUnreachable(run, shop))
    await attempt(run, 'access.foreignPath', () => checkForeign(run, world, shop, order.id))
    // Requests that are right and refused all the same need a link that is still open.
    const { token: left, code } = await linkTo(run, shop, shop.order.id)
    shop.payToken = left
    await attempt(run, 'payments.codes', async () => {
      verifyTold(run, await paymentsOf(run, 'payments.codes', shop.order?.id ?? ''), code)
    })
  })
}

async function checkLink(run: Run, shop: Shop & { till: Row }, order: Row): Promise<string> {
  const params = { orderId: order.id }
  const verify = (exchange: Parameters<Run['verify']>[1], holds: boolean, expected: string, actual?: string) =>
    run.verify('payments.link', exchange, holds, expected, actual)
  const before = dataOf(await paymentsOf(run, 'payments.link', order.id))
  await checkSums(run, shop, order.id, 0, 0)
  // What was never paid is not given back.
  await run.refuse('refunds.cap', 'orders.refund', { params, body: { amount: 1 }, isValid: true }, notNow)
  const body = { mail: false, gatewayInstanceId: shop.till.id }
  const ask = { params, body, headers: { 'idempotency-key': `link-${order.id}` } }
  const exchange = await run.succeed('payments.link', 'orders.createPaymentLink', ask)
  const isFirst = (before['link'] ?? null) === null && listOf(before['attempts']).length === 0
  verify(exchange, isFirst, 'no link and no attempt before')
  const { token, code, link } = linkIn(run, exchange)
  verify(exchange, link['state'] === 'created', 'a link that was created', String(link['state']))
  const reaches = async (due: string) => {
    const { linkReached } = await readOrder(run, shop.tenant, order.id, 'payments.link')
    verify(exchange, linkReached === due, `an order whose link was ${due}, in linkReached`, String(linkReached))
  }
  await reaches('made')
  const again = await run.succeed('create.once', 'orders.createPaymentLink', ask)
  const isSame = linkIn(run, again).token === token && recordOf(again).id === link.id
  run.verify('create.once', again, isSame, 'the link that the first request made')
  await run.refuse(
    'create.once',
    'orders.createPaymentLink',
    { ...ask, body: { mail: true }, isValid: true },
    [409, 422],
  )
  const opened = await openLink(run, 'payments.link', token)
  await reaches('opened')
  const page = dataOf(opened)
  const shown = fieldsOf(page['order'])
  const isDue = shown['id'] === order.id && cents(page['due']) === cents(order['total']) && page['canPay'] === true
  verify(opened, isDue, `order ${order.id}, which can be paid, with ${String(order['total'])} due`)
  verifyPage(run, opened, order)
  const ends = [shown['expiresAt'], link['expiresAt']]
  const isEnd = !ends.every(isMoment) || isSameMoment(textOf(ends[0]), textOf(ends[1]))
  verify(opened, isEnd, `the end of the link, ${textOf(ends[1])}`, textOf(ends[0]))
  const { displayName, kind } = shop.till
  const gateway = fieldsOf(page['gateway'])
  verify(opened, gateway['displayName'] === displayName && gateway['kind'] === kind, 'the gateway that was chosen')
  const read = await run.succeed('payments.link', 'orders.getByToken', { as: null, params: { token } })
  const isOrder = (read.json as { id?: unknown }).id === order.id
  verify(read, isOrder, 'the same order')
  verifyShown(run, 'payments.link', read, order, fieldsOf(read.json))
  const followed = await paymentsOf(run, 'payments.link', order.id)
  const now = fieldsOf(dataOf(followed)['link'])
  const isOpened = now['id'] === link.id && now['state'] === 'opened' && typeof now['openedAt'] === 'string'
  verify(followed, isOpened, 'the link as opened', JSON.stringify(now))
  verifyTold(run, followed, code)
  verify(followed, !followed.text.includes(token), 'no token of a link that was made before')
  return token
}

/** A card that is declined costs nothing, and another can be tried. */
async function checkDeclined(run: Run, shop: Shop, order: Row, token: string): Promise<void> {
  for (const body of [{ attemptId: randomUUID(), card: card(cards.real) }, { attemptId: randomUUID() }]) {
    const ask = { as: null, params: { token }, body, isValid: true }
    await run.refuse('payments.testCards', 'payments.pay', ask, notNow)
  }
  const reasons = new Set<string>()
  for (const [number, code] of [
    [cards.declined, 'card_declined'],
    [cards.poor, 'insufficient_funds'],
  ] as const) {
    const attemptId = randomUUID()
    const exchange = await payBy(run, 'payments.declined', token, number, attemptId)
    const page = dataOf(exchange)
    const tried = fieldsOf(page['attempt'])
    const isDeclined = tried['id'] === attemptId && tried['state'] === 'declined' && tried['reasonCode'] === code
    run.verify('payments.declined', exchange, isDeclined, `an attempt declined with ${code}`, JSON.stringify(tried))
    // Whoever has lost the answer sends it again.
    const again = await payBy(run, 'payments.once', token, number, attemptId)
    const { id } = fieldsOf(dataOf(again)['attempt'])
    run.verify('payments.once', again, id === attemptId, 'the attempt as it was sent before', String(id))
    const isStillDue = cents(page['due']) === cents(order['total']) && page['canPay'] === true
    run.verify('payments.declined', exchange, isStillDue, 'an order that can still be paid')
    const followed = await paymentsOf(run, 'payments.declined', order.id)
    const link = fieldsOf(dataOf(followed)['link'])
    const reason = typeof link['reason'] === 'string' ? link['reason'] : ''
    const isTold = link['state'] === 'declined' && reason.trim() !== '' && !reasons.has(reason)
    run.verify('payments.declined', followed, isTold, 'a declined link, and why in words', JSON.stringify(link))
    reasons.add(reason)
    await checkSums(run, shop, order.id, 0, 0)
  }
}

/** The bank asks; nothing else is paid until it is answered, by whoever has the link. */
async function checkBank(run: Run, shop: Shop, another: string): Promise<void> {
  const [order] = await placeOne(run, shop)
  const { token } = await linkTo(run, shop, order.id)
  const answer = async (attemptId: string, approved: boolean) =>
    run.succeed('payments.bank', 'payments.answerBank', { as: null, params: { token, attemptId }, body: { approved } })
  const asked = async (attemptId: string) => {
    const exchange = await payBy(run, 'payments.bank', token, cards.asked, attemptId)
    const tried = fieldsOf(dataOf(exchange)['attempt'])
    const isAsked = tried['state'] === 'action_required' && fieldsOf(tried['action'])['kind'] === 'bank'
    run.verify('payments.bank', exchange, isAsked, 'an attempt that the bank asks about', JSON.stringify(tried))
    await checkSums(run, shop, order.id, 0, 0)
  }
  const [first, second] = [randomUUID(), randomUUID()]
  await asked(first)
  const page = await openLink(run, 'payments.oneAtATime', token)
  const whyNot = dataOf(page)['whyNot']
  const isKept = dataOf(page)['canPay'] === false && typeof whyNot === 'string' && whyNot !== ''
  run.verify('payments.oneAtATime', page, isKept, 'a page that says why it can not be paid here now')
  const other = { ...payAsk(token, cards.paid), isValid: true }
  await run.refuse('payments.oneAtATime', 'payments.pay', other, [409])
  await checkSums(run, shop, order.id, 0, 0)
  for (const stray of [
    { token, attemptId: randomUUID() },
    { token: another, attemptId: first },
  ]) {
    const ask = { as: null, params: stray, body: { approved: true }, isValid: true }
    await run.refuse('payments.bank', 'payments.answerBank', ask, [404, 409])
  }
  const declined = await answer(first, false)
  const isDeclined = fieldsOf(dataOf(declined)['attempt'])['state'] === 'declined'
  run.verify('payments.bank', declined, isDeclined, 'a declined attempt')
  await checkSums(run, shop, order.id, 0, 0)
  await asked(second)
  const approved = await answer(second, true)
  const isPaid = fieldsOf(dataOf(approved)['attempt'])['state'] === 'succeeded' && dataOf(approved)['due'] === 0
  run.verify('payments.bank', approved, isPaid, 'a paid order')
  await checkSums(run, shop, order.id, cents(order['total']), 0)
  const late = { as: null, params: { token, attemptId: second }, body: { approved: false }, isValid: true }
  await run.refuse('payments.bank', 'payments.answerBank', late, [409])
  await putAway(run, order.id)
}

/** The same attempt, however often it is sent, charges once; and a paid order is not paid again. */
async function checkOnce(run: Run, shop: Shop, order: Row, token: string): Promise<void> {
  const attemptId = randomUUID()
  const due = cents(order['total'])
  const once = async (orderId: string, exchange: Parameters<Run['verify']>[1]) => {
    const charges = await chargesOf(run, shop, orderId)
    const is = charges.map(({ amount }) => String(amount)).join(' and ')
    run.verify('payments.once', exchange, charges.length === 1, 'one charge', is)
  }
  const paid = await payBy(run, 'payments.once', token, cards.paid, attemptId)
  const isPaid = dataOf(paid)['due'] === 0 && dataOf(paid)['canPay'] === false
  run.verify('payments.once', paid, isPaid, 'a page of a paid order')
  const receipt = await openLink(run, 'payments.link', token)
  verifyCard(run, receipt, cards.paid)
  verifyPage(run, receipt, await readOrder(run, shop.tenant, order.id, 'payments.link'))
  const again = await payBy(run, 'payments.once', token, cards.paid, attemptId)
  const tried = fieldsOf(dataOf(again)['attempt'])
  const isSame = tried['id'] === attemptId && tried['state'] === 'succeeded'
  run.verify('payments.once', again, isSame, 'the attempt as it is', JSON.stringify(tried))
  await once(order.id, again)
  const more = await run.refuse('payments.once', 'payments.pay', { ...payAsk(token, cards.paid), isValid: true }, [409])
  await once(order.id, more)
  await checkSums(run, shop, order.id, due, 0)
  const followed = await paymentsOf(run, 'payments.link', order.id)
  const { link, attempts } = dataOf(followed)
  run.verify('payments.link', followed, fieldsOf(link)['state'] === 'paid', 'the link as paid')
  const states = listOf(attempts).map(({ state }) => String(state))
  const isTold = states.join() === 'declined,declined,succeeded'
  run.verify('payments.link', followed, isTold, 'every attempt, the oldest first', states.join())
  const linkless = { params: { orderId: order.id }, body: { mail: false }, isValid: true }
  await run.refuse('payments.once', 'orders.createPaymentLink', linkless, [409])
  // A link through which was paid is not out any more.
  const ending = { params: { orderId: order.id }, body: {}, isValid: true }
  await run.refuse('payments.ended', 'orders.endPaymentLink', ending, [409])
  // At once: a double click.
  const [twice] = await placeOne(run, shop)
  const made = await linkTo(run, shop, twice.id)
  // Typed without blanks it is the same card.
  const ask = payAsk(made.token, cards.paid.replaceAll(' ', ''))
  const both = await atOnce(run, [1, 2], () => run.ask('payments.pay', ask))
  for (const exchange of both) run.isSuccess('payments.once', exchange)
  const last = both.at(-1)
  if (last) await once(twice.id, last)
  await putAway(run, twice.id)
}

/** Two tabs that pay at once: one of them does. */
async function checkTabs(run: Run, shop: Shop): Promise<void> {
  const line = { offerId: shop.offer.id, unitPrice: 20 }
  const [order] = await place(
    run,
    shop,
    placement(
      shop,
      [1, 2].map((quantity) => ({ ...line, quantity })),
    ),
  )
  const { token } = await linkTo(run, shop, order.id)
  const tabs = await atOnce(run, [1, 2], () =>
    run.ask('payments.pay', { ...payAsk(token, cards.paid), alsoDeclared: [409] }),
  )
  const [exchange] = tabs
  if (exchange === undefined) return
  const statuses = tabs.map(({ status }) => status).toSorted((one, other) => one - other)
  run.verify('payments.oneAtATime', exchange, statuses.join() === '200,409', 'one that is refused', statuses.join())
  await checkSums(run, shop, order.id, cents(order['total']), 0)
  await refundSeveral(run, shop, order.id)
}

/** What opened an order once opens nothing when it has ended, and pays nothing. */
async function checkEnded(run: Run, shop: Shop): Promise<void> {
  const [order] = await placeOne(run, shop)
  const params = { orderId: order.id }
  const ended = async (token: string) => {
    const ask = { as: null, params: { token }, isValid: true }
    await run.refuse('payments.ended', 'payments.get', ask, [404])
    await run.refuse('payments.ended', 'payments.pay', { ...payAsk(token, cards.paid), isValid: true }, [404])
    await run.refuse('payments.ended', 'orders.getByToken', ask, [404])
    await checkSums(run, shop, order.id, 0, 0)
  }
  const stateOf = async () => {
    const exchange = await paymentsOf(run, 'payments.ended', order.id)
    return { exchange, state: fieldsOf(dataOf(exchange)['link'])['state'] }
  }
  await run.refuse('payments.ended', 'orders.endPaymentLink', { params, body: {}, isValid: true }, [409])
  const key = { headers: { 'idempotency-key': `ended-${order.id}` } }
  const first = await linkTo(run, shop, order.id, {}, key)
  const live = { as: null, params: { token: first.token }, body: {}, isValid: true }
  await run.refuse('payments.ended', 'payments.askForLink', live, [409])
  const tried = await payBy(run, 'payments.declined', first.token, cards.declined)
  const attemptId = fieldsOf(dataOf(tried)['attempt'])['id']
  // Of no gateway in particular, and so of the usual one.
  const second = await linkTo(run, shop, order.id, { gatewayInstanceId: undefined })
  await ended(first.token)
  const repeated = { params, body: { mail: false, gatewayInstanceId: shop.till?.id }, ...key }
  const again = await run.succeed('payments.ended', 'orders.createPaymentLink', repeated)
  const { id, state, payCode = null } = recordOf(again)
  const isTold = id === first.link['id'] && state === 'replaced' && payCode === null
  run.verify('payments.ended', again, isTold, 'what has become of the link of its key, and no code', String(state))
  const opened = await openLink(run, 'payments.ended', second.token)
  const newest = dataOf(opened)['attempt'] ?? null
  run.verify('payments.link', opened, newest === null, 'no attempt through a new link', JSON.stringify(newest))
  const before = await run.succeed('payments.ended', 'orders.endPaymentLink', { params, body: {} })
  verifyUsual(run, opened, listOf(dataOf(before)['gateways']), shop)
  const attempts = listOf(dataOf(before)['attempts']).map(({ id: tries }) => tries)
  const isKept = attempts.join() === String(attemptId)
  run.verify('payments.link', before, isKept, 'the attempt through the link of before', attempts.join())
  await ended(second.token)
  const cancelled = await stateOf()
  const isEnded = cancelled.state === 'cancelled'
  run.verify('payments.ended', cancelled.exchange, isEnded, 'a cancelled link', String(cancelled.state))
  const known = listOf((await readOrder(run, shop.tenant, order.id))['timeline']).length
  const wanted = { as: null, params: { token: second.token }, body: {} }
  const told = await run.succeed('payments.ended', 'payments.askForLink', wanted)
  const after = listOf((await readOrder(run, shop.tenant, order.id))['timeline']).length
  run.verify('payments.ended', told, after === known + 1, 'the wish in the timeline of the order')
  const third = await linkTo(run, shop, order.id)
  await run.succeed('orders.cancel', 'orders.cancel', { params, body: {} })
  await ended(third.token)
  await run.refuse(
    'payments.ended',
    'orders.createPaymentLink',
    { params, body: { mail: false }, isValid: true },
    [409],
  )
  const { expiredOrderToken } = run.options
  const unknown = [neverGiven(first.token), ...(expiredOrderToken === undefined ? [] : [expiredOrderToken])]
  for (const token of unknown) {
    await run.refuse('payments.ended', 'payments.get', { as: null, params: { token }, isValid: true }, [404])
    await run.refuse('payments.ended', 'payments.pay', { ...payAsk(token, cards.paid), isValid: true }, [404])
  }
}

async function checkForeign(run: Run, { first, second }: World, shop: Shop, orderId: string): Promise<void> {
  if (second === undefined) return
  const params = { orderId }
  for (const [name, body] of [
    ['orders.payments', undefined],
    ['orders.createPaymentLink', { mail: false }],
    ['orders.endPaymentLink', {}],
    ['orders.refund', { amount: 1 }],
  ] as const) {
    const ask = { params, isValid: true, ...(body && { body }) }
    await attempt(run, 'access.foreignPath', () => refuseForeign(run, second, first, name, ask))
  }
  const { organizationId } = shop.tenant
  const sums = { as: second.account, body: { organizationId }, isValid: true }
  await run.refuse('access.foreignBody', 'transactions.sums', sums, [400, 401, 403, 404, 422])
  // A gateway of another organization takes no money here.
  const own = await run.succeed('gateways.list', 'gateways.list', {
    as: second.account,
    query: { organizationId: second.organizationId },
  })
  const [theirs] = rowsOf(own)
  if (theirs === undefined || shop.order === undefined) return
  const ask = { params: { orderId: shop.order.id }, body: { mail: false, gatewayInstanceId: theirs.id }, isValid: true }
  await run.refuse('access.foreignBody', 'orders.createPaymentLink', ask, notNow)
}
