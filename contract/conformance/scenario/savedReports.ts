import { fitting, measuresOf, type ReportQuestion } from '../../forms/reports'
import { dimensionNames, dimensions, narrowings, noValue, type ReportFilters } from '../../rules/measures'
import { periodNames } from '../../rules/reportPeriods'
import { isAlike } from '../engine/declared'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'
import type { Shop, World } from '../engine/world'
import { attempt, sideBySide } from '../engine/steps'
import { refuseForeign } from './intrusion'
import { inList, save, saveAnew } from './savedRecords'
import { checkKey, refuseOutdated, shopOf } from './sellingBasics'

/** What a report of the run's own asks. */
export const ownQuestion: Fields = {
  measures: ['sales', 'orders'],
  dimensions: ['day'],
  period: 'last7',
  compare: 'none',
}

/** Reports are kept as they were saved, until they are deleted, and mailed to whoever wants them (RP-01). */
export async function checkSavedReports(run: Run, world: World): Promise<void> {
  const shop = await shopOf(run, world, world.first)
  const { tenant } = shop
  const { marker, first, second } = world
  const name = `${marker} week`
  const ask = {
    body: { organizationId: first.organizationId, name, question: ownQuestion },
    headers: { 'idempotency-key': `${marker}-report` },
  }
  const [made, exchange] = await save(run, 'savedReports.kept', 'savedReports', tenant, ask)
  shop.savedReport = made
  await checkKey(run, 'savedReports.create', ask, exchange, { ...ask.body, name: `${marker} other` })
  await attempt(run, 'savedReports.kept', () => checkChanges(run, tenant, made, name))
  await attempt(run, 'savedReports.kept', () => checkQuestions(run, shop, `${marker} every`))
  await attempt(run, 'savedReports.mail', () => checkMail(run, tenant, made))
  await attempt(run, 'savedReports.delete', () => checkDeletion(run, tenant, `${marker} zone`))
  if (second === undefined) return
  const params = { savedReportId: made.id }
  for (const [call, body] of [
    ['savedReports.update', { name: 'taken over' }],
    ['savedReports.mail', { isMailed: true }],
    ['savedReports.delete', undefined],
  ] as const) {
    await refuseForeign(run, second, first, call, { params, isValid: true, ...(body && { body }) })
  }
  const { organizationId } = first
  const hidden = [400, 401, 403, 404, 422]
  const query = { as: second.account, query: { organizationId }, isValid: true }
  await run.refuse('access.foreignQuery', 'savedReports.list', query, hidden)
  const create = { as: second.account, body: { ...ask.body, name: `${marker} foreign` }, isValid: true }
  await run.refuse('access.foreignBody', 'savedReports.create', create, hidden)
  const [now, listed] = await inList(run, 'savedReports.kept', 'savedReports', tenant, made.id)
  run.verify('access.noEffect', listed, now?.['name'] !== 'taken over', 'a report that nobody else has renamed')
}

/** What is left out of a change stays, and every change counts. */
async function checkChanges(run: Run, tenant: Tenant, made: Row, name: string): Promise<void> {
  const rule = 'savedReports.kept'
  const shows = async (due: Fields): Promise<Row> => {
    const [row = made, exchange] = await inList(run, 'savedReports.kept', 'savedReports', tenant, made.id)
    const is = Object.fromEntries(Object.keys(due).map((field) => [field, row[field]]))
    run.verify(rule, exchange, isAlike(is, due), `${JSON.stringify(due)} in the list`, JSON.stringify(is))
    return row
  }
  const createdByName = recordOf(await run.succeed('session.me', 'users.me'))['name']
  const { version } = await shows({ name, question: ownQuestion, isMailed: false, createdByName })
  const params = { savedReportId: made.id }
  const upon = typeof version === 'number' ? { headers: { 'if-match': `"${version}"` } } : {}
  const renamed = `${name} by day`
  const changed = await run.succeed(rule, 'savedReports.update', { params, body: { name: renamed }, ...upon })
  const row = await shows({ name: renamed, question: ownQuestion })
  for (const of of [recordOf(changed), row]) {
    const isNewer = typeof version !== 'number' || Number(of['version']) > version
    run.verify(rule, changed, isNewer, `a version above ${String(version)}`, String(of['version']))
  }
  const now = async () => (await inList(run, 'savedReports.kept', 'savedReports', tenant, made.id))[0] ?? made
  await refuseOutdated(run, 'savedReports.update', { params, body: { name } }, now)
  const filters = { agentId: ['none'], offerId: ['none'] }
  const question = { ...ownQuestion, measures: ['units'], dimensions: ['offer', 'month'], filters }
  await run.succeed(rule, 'savedReports.update', { params, body: { question } })
  await shows({ name: renamed, question })
  const days = { period: 'days', from: '2026-02-28', to: '2026-03-02', compare: 'year' }
  const whole = {
    measures: ['sales', 'orders', 'revenueBySale', 'tax'],
    dimensions: ['agent', 'week'],
    ...days,
    filters: { agentId: ['none'], campaignId: ['none'], gatewayInstanceId: ['none'] },
  }
  await run.succeed(rule, 'savedReports.update', { params, body: { question: whole } })
  await shows({ name: renamed, question: whole })
  await run.succeed(rule, 'savedReports.update', { params, body: { question } })
  for (const body of [
    {},
    { name: '' },
    { question: { ...question, dimensions: ['gateway'] } },
    { question: { ...question, measures: ['sales'], dimensions: [] } },
    { question: { ...question, period: 'days', from: '2026-03-02', to: '2026-03-01' } },
    { question: { ...question, period: 'days', from: '0001-01-01', to: '2026-03-01' } },
  ]) {
    await run.refuse(rule, 'savedReports.update', { params, body }, [400, 422])
  }
  await shows({ name: renamed, question })
}

type Ids = Partial<Record<keyof ReportFilters, string>>

/**
 * Questions of every period that together have every figure, all that figures are split by and narrowed to, and every comparison:
 * each has as much of it as goes together.
 */
function everyQuestion(ids: Ids): ReportQuestion[] {
  return ([...periodNames, 'days'] as const).map((period, index) => {
    const basis = index % 4 === 3 ? 'money' : 'sale'
    const by = dimensionNames.filter((_, place) =>
      [index, index + 3].some((one) => one % dimensionNames.length === place),
    )
    // Nothing is narrowed to some gateways and to some offers.
    const left = narrowings.filter((dimension) => dimension !== (index % 4 === 1 ? 'gateway' : 'offer'))
    const narrowed = left.map((dimension) => {
      const { filter } = dimensions[dimension]
      return [filter, [noValue, ids[filter] ?? []].flat()]
    })
    const isNarrow = index % 2 === 1
    return {
      ...fitting(
        basis,
        measuresOf(basis),
        isNarrow ? by : by.slice(0, index),
        isNarrow ? Object.fromEntries(narrowed) : {},
      ),
      period,
      ...(period === 'days' && { from: '2024-02-29', to: '2026-12-31' }),
      compare: (['none', 'previous', 'year'] as const)[index % 3] ?? 'none',
    }
  })
}

/** Whatever is asked is kept as it was sent. */
async function checkQuestions(run: Run, { tenant, campaign, offer }: Shop, name: string): Promise<void> {
  const rule = 'savedReports.kept'
  const { organizationId } = tenant
  const saved: { id: string; question: ReportQuestion }[] = []
  const ids = { campaignId: campaign.id, offerId: offer.id }
  await sideBySide(run, everyQuestion(ids), async (question) => {
    const body = { organizationId, name: `${name} of ${question.period}`, question }
    const [{ id }] = await save(run, rule, 'savedReports', tenant, { body })
    saved.push({ id, question })
  })
  const shows = async () => {
    const exchange = await run.succeed(rule, 'savedReports.list', { query: { organizationId } })
    for (const { id, question } of saved) {
      const is = rowsOf(exchange).find((row) => row.id === id)?.['question']
      run.verify(rule, exchange, isAlike(is, question), JSON.stringify(question), JSON.stringify(is))
    }
  }
  await shows()
  // Each asks then what another one has asked.
  const questions = saved.map(({ question }) => question)
  for (const [index, one] of saved.entries()) one.question = questions.at(index - 1) ?? one.question
  await sideBySide(run, saved, async ({ id, question }) => {
    await run.succeed(rule, 'savedReports.update', { params: { savedReportId: id }, body: { question } })
  })
  await shows()
  await sideBySide(run, saved, async ({ id }) => {
    await run.succeed(rule, 'savedReports.delete', { params: { savedReportId: id } })
  })
}

/** Who has a report mailed is told so, whatever of it is changed, until they have it no more. */
async function checkMail(run: Run, tenant: Tenant, { id, name, question }: Row): Promise<void> {
  const rule = 'savedReports.mail'
  const params = { savedReportId: id }
  const steps: [call: string, body: Fields, isMailed: boolean][] = [true, true, false].flatMap((isMailed) => [
    ['savedReports.mail', { isMailed }, isMailed],
    ['savedReports.update', { name: `${String(name)}, ${isMailed ? 'mailed' : 'not mailed'}` }, isMailed],
    ['savedReports.update', { question }, isMailed],
  ])
  for (const [call, body, isMailed] of steps) {
    const exchange = await run.succeed(rule, call, { params, body })
    const [listed] = await inList(run, rule, 'savedReports', tenant, id)
    const told = [recordOf(exchange)['isMailed'], listed?.['isMailed']]
    const isKept = told.every((one) => one === isMailed)
    run.verify(rule, exchange, isKept, `isMailed ${isMailed}, in the list too`, told.join(', '))
  }
}

async function checkDeletion(run: Run, tenant: Tenant, name: string): Promise<void> {
  const rule = 'savedReports.delete'
  const body = { organizationId: tenant.organizationId, name, question: ownQuestion }
  const [{ id }] = await save(run, rule, 'savedReports', tenant, { body })
  const params = { savedReportId: id }
  const now = async () => (await inList(run, rule, 'savedReports', tenant, id))[0] ?? { id }
  await refuseOutdated(run, 'savedReports.delete', { params }, now)
  await run.succeed(rule, 'savedReports.delete', { params })
  const [left, exchange] = await inList(run, rule, 'savedReports', tenant, id)
  run.verify(rule, exchange, left === undefined, 'no report that was deleted')
  for (const [call, change] of [
    ['savedReports.update', { name }],
    ['savedReports.mail', { isMailed: true }],
    ['savedReports.delete', undefined],
  ] as const) {
    await run.refuse(rule, call, { params, isValid: true, ...(change && { body: change }) }, [404])
  }
  await saveAnew(run, rule, 'savedReports', tenant, body)
}
