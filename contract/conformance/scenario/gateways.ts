import { randomUUID } from 'node:crypto'
import { cents } from '../engine/amounts'
import { disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, rowsOf, searchPage, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt, lookAgain } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { filled } from '../generate/limits'
import { refuseForeign } from './intrusion'
import {
  cards,
  dataOf,
  linkIn,
  linkTo,
  listOf,
  openLink,
  payAsk,
  payBy,
  paymentsOf,
  payingShop,
  putAway,
} from './paying'
import { payAfterAnother } from './twoGateways'
import { checkKey, makeOne, notNow, placeOne, readOrder, refuseOutdated } from './sellingBasics'

/** Gateways are set up, switched and compared with; their secrets are told to nobody (GW-01 to GW-04). */
export async function checkGateways(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'gateways.list', async () => {
    const shop = await payingShop(run, world)
    await attempt(run, 'gateways.secrets', () => checkKept(run, world, shop))
    await attempt(run, 'gateways.switch', () => checkSwitch(run, shop))
    await attempt(run, 'gateways.rehearse', () => checkRehearsal(run, shop))
    await attempt(run, 'transactions.sums', () => checkSums(run, shop))
    await attempt(run, 'gateways.reconcile', () => checkReconciliation(run, shop))
    await attempt(run, 'access.foreignPath', () => checkForeign(run, world, shop))
  })
}

const readGateway = async (run: Run, gatewayInstanceId: string) =>
  recordOf(await run.succeed('gateways.list', 'gateways.get', { params: { gatewayInstanceId } }))

const listed = async (run: Run, { tenant }: Shop, name: string) =>
  run.succeed('gateways.list', name, { query: { organizationId: tenant.organizationId } })

/** Nobody's secrets: no gateway would take them. */
const secretsOf = (word: string, end: string) => ({
  secretKey: `sk_test_${word}checker${end}`,
  webhookSecret: `whsec_${word}checker${end}`,
})

async function checkKept(run: Run, { marker }: World, shop: Shop): Promise<void> {
  const { tenant } = shop
  const { organizationId } = tenant
  const secrets = secretsOf(marker, 'Abc1')
  const own = {
    id: randomUUID(),
    displayName: filled(`${marker} vault É <b>&amp; `, 100),
    kind: 'sandbox',
    monthlyCap: 10.29,
  }
  const body = { organizationId, ...own, ...secrets }
  const { secretKey: _key, webhookSecret: _secret, ...shown } = body
  const ask = { body, headers: { 'idempotency-key': `${marker}-vault` } }
  const [made, exchange] = await makeOne(run, tenant, 'gateways', 'gateways.list', shown, ask)
  await checkKey(run, 'gateways.create', ask, exchange, { ...body, displayName: `${marker} other` })
  const params = { gatewayInstanceId: made.id }
  const keeps = async (fields: Record<string, unknown>, end: string) => {
    const read = await run.succeed('gateways.list', 'gateways.get', { params })
    const list = await listed(run, shop, 'gateways.list')
    const row = rowsOf(list).find(({ id }) => id === made.id)
    const differs = row === undefined ? 'it is not there' : disagreement(row, recordOf(read))
    run.verify('gateways.list', list, differs === undefined, 'the gateway in the list, as it reads', differs)
    const now = recordOf(read)
    for (const [name, value] of Object.entries(fields)) {
      const isKept = (now[name] ?? null) === value
      run.verify('gateways.list', read, isKept, `${name} ${String(value)}`, String(now[name]))
    }
    const isEnd = now['secretKeyEnd'] === end && now['webhookSecretEnd'] === end
    run.verify('gateways.secrets', read, isEnd, `secrets that end with ${end}`, String(now['secretKeyEnd']))
    return [read, list]
  }
  const answers = [
    exchange,
    ...(await keeps({ displayName: body.displayName, monthlyCap: body.monthlyCap, state: 'enabled' }, 'Abc1')),
  ]
  const total = Number((await checkCap(run, shop, made, 'refused'))['total'])
  // As much as it may take is not too much.
  answers.push(await run.succeed('gateways.list', 'gateways.update', { params, body: { monthlyCap: total } }))
  const paid = await checkCap(run, shop, made, 'paid')
  // What was charged before counts, to the cent, whatever was given back of it.
  const back = { params: { orderId: paid.id }, body: { amount: 1 } }
  await run.succeed('refunds.amount', 'orders.refund', back)
  const monthlyCap = (2 * cents(total) - 1) / 100
  answers.push(await run.succeed('gateways.list', 'gateways.update', { params, body: { monthlyCap } }))
  await checkCap(run, shop, made, 'refused')
  // What is left out stays, the secrets too.
  const renamed = `${marker} “vault” <i>two`
  answers.push(await run.succeed('gateways.list', 'gateways.update', { params, body: { displayName: renamed } }))
  answers.push(...(await keeps({ displayName: renamed, monthlyCap }, 'Abc1')))
  const choices = await listed(run, shop, 'gateways.listInstances')
  const called = rowsOf(choices).find(({ id }) => id === made.id)?.['displayName']
  run.verify('gateways.list', choices, called === renamed, 'its new name among those to choose from', textOf(called))
  answers.push(await run.succeed('gateways.list', 'gateways.update', { params, body: { monthlyCap: null } }))
  await keeps({ displayName: renamed, monthlyCap: null }, 'Abc1')
  await checkCap(run, shop, made, 'taken')
  // What was paid through it is given back through it, whatever has become of it since.
  await run.succeed('gateways.switch', 'gateways.switch', { params, body: { state: 'disabled' } })
  await putAway(run, paid.id)
  const others = secretsOf(marker, 'Xyz9')
  answers.push(await run.succeed('gateways.list', 'gateways.update', { params, body: others }))
  answers.push(...(await keeps({ displayName: renamed }, 'Xyz9')))
  for (const answer of answers) {
    const told = [...Object.values(secrets), ...Object.values(others)].find((secret) => answer.text.includes(secret))
    run.verify('gateways.secrets', answer, told === undefined, 'no secret, but for how it ends', 'one of them whole')
  }
  await refuseOutdated(run, 'gateways.update', { params, body: { displayName: `${marker} late` } }, () =>
    readGateway(run, made.id),
  )
}

/** A gateway is not asked for more than it may take in a month. */
async function checkCap(run: Run, shop: Shop, { id }: Row, expected: 'refused' | 'taken' | 'paid'): Promise<Row> {
  const [order] = await placeOne(run, shop)
  const { exchange, isSaid, whyNot } = await choiceOf(run, order.id, id)
  const isRight = expected === 'refused' ? typeof whyNot === 'string' && whyNot.trim() !== '' : whyNot === null
  const isTold = isRight || !isSaid
  run.verify(
    'gateways.cap',
    exchange,
    isTold,
    `whether the gateway takes so much, as it is ${expected}`,
    textOf(whyNot),
  )
  const params = { orderId: order.id }
  const body = { mail: false, gatewayInstanceId: id }
  if (expected === 'refused') {
    await run.refuse('gateways.cap', 'orders.createPaymentLink', { params, body, isValid: true }, notNow)
  } else if (expected === 'paid') {
    await payAfterAnother(run, shop, order.id, id)
  } else linkIn(run, await run.succeed('gateways.cap', 'orders.createPaymentLink', { params, body }))
  if (expected !== 'paid') await run.succeed('orders.cancel', 'orders.cancel', { params, body: {} })
  return order
}

/** What an order's payments say of a gateway: undefined of one that is not among those to choose from. */
async function choiceOf(run: Run, orderId: string, gatewayInstanceId: string) {
  const exchange = await paymentsOf(run, 'gateways.list', orderId)
  const { gateways } = dataOf(exchange)
  const choice = listOf(gateways).find(({ id }) => id === gatewayInstanceId)
  return { exchange, isSaid: Array.isArray(gateways), whyNot: choice && (choice['whyNot'] ?? null) }
}

/** Nothing new is paid through a gateway that is disabled. */
async function checkSwitch(run: Run, shop: Shop & { till: Row }): Promise<void> {
  const rule = 'gateways.switch'
  const [order] = await placeOne(run, shop)
  const { token } = await linkTo(run, shop, order.id)
  const params = { gatewayInstanceId: shop.till.id }
  const turn = async (state: string) => {
    const exchange = await run.succeed(rule, 'gateways.switch', { params, body: { state } })
    const now = await readGateway(run, shop.till.id)
    const isTurned = recordOf(exchange)['state'] === state && now['state'] === state
    run.verify(rule, exchange, isTurned, `a gateway that is ${state}`, String(now['state']))
    const choices = await listed(run, shop, 'gateways.listInstances')
    const isOffered = rowsOf(choices).some(({ id }) => id === shop.till.id)
    run.verify(rule, choices, isOffered === (state === 'enabled'), `the gateway ${state} among those to choose from`)
    const { exchange: told, isSaid, whyNot } = await choiceOf(run, order.id, shop.till.id)
    const isChoice = !isSaid || (whyNot !== undefined) === (state === 'enabled')
    run.verify(rule, told, isChoice, `the gateway ${state} among those that the order can be paid by`)
  }
  await turn('disabled')
  const linking = { params: { orderId: order.id }, body: { mail: false, gatewayInstanceId: shop.till.id } }
  await run.refuse(rule, 'orders.createPaymentLink', { ...linking, isValid: true }, notNow)
  const page = await openLink(run, rule, token)
  run.verify(rule, page, dataOf(page)['canPay'] === false, 'a page on which nothing can be paid')
  await run.refuse(rule, 'payments.pay', { ...payAsk(token, cards.paid), isValid: true }, [409])
  await turn('enabled')
  const paid = await payBy(run, rule, token, cards.paid)
  run.verify(rule, paid, dataOf(paid)['due'] === 0, 'an order that is paid once the gateway is enabled')
  const back = { params: { orderId: order.id }, body: { amount: order['total'] } }
  await run.succeed('refunds.amount', 'orders.refund', back)
  await run.succeed('orders.cancel', 'orders.cancel', { params: { orderId: order.id }, body: {} })
}

async function checkRehearsal(run: Run, shop: Shop & { till: Row }): Promise<void> {
  const params = { gatewayInstanceId: shop.till.id }
  const before = await sumsOf(run, shop, {})
  const exchange = await run.succeed('gateways.rehearse', 'gateways.rehearse', { params, body: {} })
  const steps = listOf(dataOf(exchange)['steps'])
  const names = ['pay', 'decline', 'asked_by_bank', 'refund'].filter(
    (name) => !steps.some((step) => step['name'] === name),
  )
  run.verify('gateways.rehearse', exchange, names.length === 0, 'every step', `${names.join(', ')} was not tried`)
  const failed = steps.find(({ isPassed }) => isPassed !== true)
  run.verify('gateways.rehearse', exchange, failed === undefined, 'steps that passed', JSON.stringify(failed))
  const isSaid = steps.every(({ text }) => typeof text === 'string' && text.trim() !== '')
  run.verify('gateways.rehearse', exchange, isSaid, 'what was tried, in words')
  const after = await sumsOf(run, shop, {})
  const isSame = JSON.stringify(dataOf(after)) === JSON.stringify(dataOf(before))
  run.verify('gateways.rehearse', after, isSame, 'no transaction of a rehearsal')
}

const sumsOf = (run: Run, { tenant }: Shop, filters: Record<string, string>) =>
  run.succeed('transactions.sums', 'transactions.sums', { body: { organizationId: tenant.organizationId, filters } })

/** The sums are those of the rows that a search with the same filters finds, all of which came today. */
export async function checkSums(run: Run, shop: Shop & { till: Row }): Promise<void> {
  const { organizationId } = shop.tenant
  const gatewayInstanceId = shop.till.id
  for (const filters of [{ gatewayInstanceId }, { gatewayInstanceId, type: 'refund' }, {}]) {
    const exchange = await sumsOf(run, shop, filters)
    const { rows, isComplete } = await walk(run, { organizationId, resource: 'transactions', filters })
    if (!isComplete) continue
    const moved = rows.filter(({ status }) => status === 'succeeded')
    const sum = (type: string) => moved.reduce((all, row) => all + (row['type'] === type ? cents(row['amount']) : 0), 0)
    const told = dataOf(exchange)
    const due = [sum('charge'), sum('refund'), sum('charge') - sum('refund')]
    const is = [cents(told['charged']), cents(told['refunded']), cents(told['net'])]
    run.verify(
      'transactions.sums',
      exchange,
      due.join() === is.join(),
      `sums of ${due.join(', ')} cents`,
      is.join(', '),
    )
    if (!('gatewayInstanceId' in filters) || 'type' in filters) continue
    const figures = await run.succeed('gateways.figures', 'gateways.get', { params: { gatewayInstanceId } })
    const charges = moved.filter(({ type }) => type === 'charge').length
    const { chargedThisMonth, chargesToday, approvalRate } = recordOf(figures)
    const isCounted = cents(chargedThisMonth) === due[0] && chargesToday === charges
    const counted = `${charges} charges today, ${(due[0] ?? 0) / 100} this month`
    run.verify('gateways.figures', figures, isCounted, counted, `${String(chargesToday)}, ${String(chargedThisMonth)}`)
    const { chargedToday, lastUsedAt } = recordOf(figures)
    const isAll = cents(chargedToday) === due[0]
    run.verify('gateways.figures', figures, isAll, `${(due[0] ?? 0) / 100} charged today`, String(chargedToday))
    const used = Math.max(...rows.map(({ createdAt }) => Date.parse(String(createdAt))))
    const isUsed = Math.abs(Date.parse(String(lastUsedAt)) - used) < 60_000
    run.verify('gateways.figures', figures, isUsed, 'when it was used last', String(lastUsedAt))
    const tried = rows.filter(
      ({ type, status }) => type === 'charge' && (status === 'succeeded' || status === 'failed'),
    )
    const rate = (100 * charges) / tried.length
    const isRate = Math.abs(Number(approvalRate ?? -1) - rate) < 0.06
    const expected = `${rate.toFixed(1)} % of ${tried.length} attempts approved`
    run.verify('gateways.figures', figures, isRate, expected, String(approvalRate))
  }
}

async function checkReconciliation(run: Run, shop: Shop & { till: Row }): Promise<void> {
  const params = { gatewayInstanceId: shop.till.id }
  const lost = await payUnheard(run, shop)
  const exchange = await run.succeed('gateways.reconcile', 'gateways.reconcile', { params, body: {} })
  const { compared, settled, differences } = dataOf(exchange)
  const { organizationId } = shop.tenant
  const filters = { gatewayInstanceId: shop.till.id, status: 'succeeded' }
  const { total } = await searchPage(run, { organizationId, resource: 'transactions', filters, limit: 1, page: 1 })
  const isAll = Number(compared) >= total && total > 0
  run.verify('gateways.reconcile', exchange, isAll, `at least ${total} payments compared`, String(compared))
  const found = listOf(differences)
  run.verify('gateways.reconcile', exchange, found.length === 0, 'no difference', JSON.stringify(found[0]))
  const kept = await listed(run, shop, 'gateways.comparisons')
  const own = rowsOf(kept).find((row) => row['gatewayInstanceId'] === shop.till.id)
  const isSame = own?.['compared'] === compared && own?.['settled'] === settled
  const isKept = isSame && listOf(own?.['differences']).length === 0
  run.verify('gateways.reconcile', kept, isKept, 'what the comparison has left', JSON.stringify(own))
  const { comparedAt, differencesCount } = await readGateway(run, shop.till.id)
  const isNoted = typeof comparedAt === 'string' && differencesCount === 0
  const said = `${String(comparedAt)}, ${String(differencesCount)}`
  run.verify('gateways.reconcile', kept, isNoted, 'when the gateway was compared with, and no difference', said)
  const due = { gatewayName: shop.till['displayName'], comparedAt }
  const other = disagreement(due, own ?? { id: '' })
  run.verify(
    'gateways.reconcile',
    kept,
    other === undefined,
    'the gateway by its name, and when it was compared',
    other,
  )
  await checkHeard(run, shop, exchange, lost)
  await checkComparisons(run, shop)
}

/** What each comparison has left is told once of each gateway, by its name. */
async function checkComparisons(run: Run, shop: Shop & { till: Row }): Promise<void> {
  const { tenant, till } = shop
  const displayName = `${textOf(till['displayName'])} a`
  const body = { organizationId: tenant.organizationId, displayName, kind: 'sandbox' }
  const [beside] = await makeOne(run, tenant, 'gateways', 'gateways.list', body)
  for (const { id: gatewayInstanceId } of [beside, till]) {
    const params = { gatewayInstanceId }
    await run.succeed('gateways.reconcile', 'gateways.reconcile', { params, body: {} })
  }
  const kept = await listed(run, shop, 'gateways.comparisons')
  const own = rowsOf(kept).filter(({ gatewayInstanceId }) => [till.id, beside.id].includes(String(gatewayInstanceId)))
  const is = own.map(({ gatewayName }) => textOf(gatewayName)).join(', ')
  const due = [textOf(till['displayName']), displayName].join(', ')
  run.verify('gateways.reconcile', kept, is === due, `each gateway once, by name: ${due}`, is)
}

/** An order that is paid without anybody being told so. */
async function payUnheard(run: Run, shop: Shop & { till: Row }): Promise<Row> {
  const [order] = await placeOne(run, shop)
  const { token } = await linkTo(run, shop, order.id)
  await run.ask('payments.pay', { ...payAsk(token, cards.lost), alsoDeclared: [409, 503] })
  return order
}

/** What nobody was told is found when both are compared, and is paid once. */
async function checkHeard(run: Run, shop: Shop, exchange: Exchange, { id, total }: Row): Promise<void> {
  const rule = 'gateways.reconcile'
  const paidOf = async () => cents((await readOrder(run, shop.tenant, id, rule))['paidTotal'])
  const paid = await lookAgain(run, { looks: 10, pause: 300 }, paidOf, (now) => now > 0)
  run.verify(rule, exchange, paid === cents(total), `${textOf(total)} as paid, once`, `${paid / 100}`)
  await putAway(run, id)
}

async function checkForeign(run: Run, { first, second }: World, shop: Shop & { till: Row }): Promise<void> {
  if (second === undefined) return
  const params = { gatewayInstanceId: shop.till.id }
  for (const [name, body] of [
    ['gateways.get', undefined],
    ['gateways.update', { displayName: 'taken over' }],
    ['gateways.switch', { state: 'disabled' }],
    ['gateways.rehearse', {}],
    ['gateways.reconcile', {}],
  ] as const) {
    const ask = { params, isValid: true, ...(body && { body }) }
    await attempt(run, 'access.foreignPath', () => refuseForeign(run, second, first, name, ask))
  }
  const { organizationId } = first
  const query = { as: second.account, query: { organizationId }, isValid: true }
  for (const name of ['gateways.list', 'gateways.comparisons'])
    await run.refuse('access.foreignQuery', name, query, [400, 401, 403, 404, 422])
  const body = { organizationId, displayName: 'taken over', kind: 'sandbox' }
  await run.refuse(
    'access.foreignBody',
    'gateways.create',
    { as: second.account, body, isValid: true },
    notNow.concat(403),
  )
  const now = await readGateway(run, shop.till.id)
  const seen = run.history.lastWrite('gateways.')
  const isSame = now['displayName'] === shop.till['displayName'] && now['state'] === 'enabled'
  if (seen) run.verify('access.noEffect', seen, isSame, "the other organization's gateway as it was")
}
