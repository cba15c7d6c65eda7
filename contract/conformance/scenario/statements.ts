import { sharePoints, statementOf, statementTotals } from '../../rules/collaborations'
import { cents } from '../engine/amounts'
import { confirmed, difference, disagreement } from '../engine/compare'
import { recordOf, type Row, rowsOf, totalOf, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Tenant } from '../engine/tenant'
import { textOf } from '../engine/text'
import { dataOf, listOf } from './paying'

const rule = 'collaborations.owed'

/** Collaborations of an organization at most that are read. */
const most = 3
/** What one page of what was sold has at most. */
const pageful = 100

/** What partners have sold is told as the orders are, and what is owed for it follows from what was paid and given back. */
export async function checkPartners(run: Run, tenants: readonly Tenant[]): Promise<void> {
  for (const { account: as, organizationId } of tenants) {
    await attempt(run, rule, async () => {
      const query = { organizationId, limit: '100' }
      const listed = rowsOf(await run.succeed(rule, 'collaborations.list', { as, query }))
      for (const row of listed.filter(({ state }) => state === 'active' || state === 'paused').slice(0, most)) {
        await attempt(run, rule, () => checkPartner(run, { as, organizationId }, row))
      }
    })
  }
}

type Seen = Pick<Tenant, 'organizationId'> & { as: Tenant['account'] }

/** It counts only when it is wrong twice, as somebody may pay meanwhile. */
async function checkPartner(run: Run, { as, organizationId }: Seen, row: Row): Promise<void> {
  const ask = { as, params: { collaborationId: row.id }, query: { organizationId } }
  const read = await run.succeed(rule, 'collaborations.get', ask)
  const { campaigns: _, ...record } = recordOf(read)
  const unlike = disagreement(record, row)
  run.verify(rule, read, unlike === undefined, 'a collaboration as its list has it', unlike)
  const { exchange: told, wrong } = await confirmed(async () => {
    const sold = await run.succeed(rule, 'collaborations.orders', {
      ...ask,
      query: { ...ask.query, limit: String(pageful) },
    })
    const exchange = await run.succeed(rule, 'collaborations.statement', ask)
    const statement = dataOf(exchange)
    const sums = totalOf(sold) > pageful ? undefined : wrongSums(listOf(statement['totals']), rowsOf(sold))
    return { exchange, wrong: wrongStatement(statement, row['share']) ?? sums }
  })
  run.verify(rule, told, wrong === undefined, 'what is owed for what was paid and refunded, to the cent', wrong)
  if (row['side'] === 'given') await checkSold(run, { as, organizationId }, row.id)
}

/** The months of a statement as they follow from what was paid and refunded in each, and its totals from its months. */
function wrongStatement(statement: Row | Record<string, unknown>, share: unknown): string | undefined {
  if (Number(statement['share']) !== Number(share)) return `a share of ${textOf(statement['share'])} percent`
  const months = listOf(statement['months'])
  const told = months.map(({ month }) => textOf(month))
  if (told.join() !== told.toSorted().toReversed().join()) return `months in the order ${told.join(', ')}`
  const lines = statementOf(
    months.map((line) => ({
      month: textOf(line['month']),
      currency: textOf(line['currency']),
      paid: cents(line['paid']),
      refunded: cents(line['refunded']),
    })),
    sharePoints(Number(share)),
  )
  const isOf = (line: { currency: string; month?: string }) => (one: Record<string, unknown>) =>
    one['currency'] === line.currency && (line.month === undefined || one['month'] === line.month)
  const wrong = lines.find((line) => cents(months.find(isOf(line))?.['share']) !== line.share)
  if (wrong !== undefined) return `not ${wrong.share / 100} of ${wrong.month}`
  const totals = listOf(statement['totals'])
  for (const { currency, paid, refunded, share: owed } of statementTotals(lines)) {
    const due = { paid: paid / 100, refunded: refunded / 100, share: owed / 100 }
    const other = difference(due, totals.find(isOf({ currency })) ?? {})
    if (other !== undefined) return `in all, ${other}`
  }
  return undefined
}

/** What was paid and refunded in all, by the orders themselves. */
function wrongSums(totals: readonly Record<string, unknown>[], sold: readonly Row[]): string | undefined {
  for (const field of ['paid', 'refunded']) {
    for (const currency of new Set(sold.map((row) => textOf(row['currency'])))) {
      const due = sold
        .filter((row) => row['currency'] === currency)
        .reduce((sum, row) => sum + cents(row[`${field}Total`]), 0)
      const told = cents(totals.find((one) => one['currency'] === currency)?.[field])
      if (told !== due) return `${told / 100} ${currency} ${field}, and ${due / 100} by the orders`
    }
  }
  return undefined
}

/** Whoever shares has each of the orders among their own. */
async function checkSold(run: Run, { as, organizationId }: Seen, collaborationId: string): Promise<void> {
  const query = { organizationId, limit: '20' }
  const sold = await run.succeed(rule, 'collaborations.orders', { as, params: { collaborationId }, query })
  const ids = rowsOf(sold).map(({ id }) => id)
  if (ids.length === 0) return
  const own = await walk(run, { organizationId, resource: 'orders', filters: { ids } }, { as })
  for (const { items: _, ...row } of rowsOf(sold)) {
    const order = own.rows.find(({ id }) => id === row.id)
    const wrong = order === undefined ? 'it is not there' : disagreement(row, order)
    run.verify(rule, sold, wrong === undefined, 'an order of a partner as it is among the orders', wrong)
  }
}
