import { callNamed } from '../engine/calls'
import { disagreement } from '../engine/compare'
import type { Ask } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { jsonSchemaOf } from '../engine/jsonSchema'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt, sideBySide } from '../engine/steps'
import { textOf } from '../engine/text'

const rule = 'lists.agree'

/** States of a list at most that one is read of. */
const mostStates = 4

/** A list, the call that reads one of its records alone, and the columns that tell in which state one is. */
interface Shown {
  /** A resource that is searched, or a call. */
  list: string
  get: string
  param: string
  states: readonly string[]
}

const shown: readonly Shown[] = [
  { list: 'customers', get: 'customers.get', param: 'customerId', states: ['doNotCall', 'lastOrderAt'] },
  { list: 'campaigns', get: 'campaigns.get', param: 'campaignId', states: ['status', 'archived', 'type'] },
  { list: 'products', get: 'products.get', param: 'productId', states: ['status', 'stockLevel'] },
  { list: 'fulfillments', get: 'fulfilments.get', param: 'fulfilmentId', states: ['status', 'orderStatus'] },
  { list: 'gateways.list', get: 'gateways.get', param: 'gatewayInstanceId', states: ['state', 'kind', 'monthlyCap'] },
  { list: 'mails.list', get: 'mails.get', param: 'mailId', states: ['state', 'event'] },
  { list: 'bulkJobs.list', get: 'bulkJobs.get', param: 'jobId', states: ['state', 'action'] },
  { list: 'collaborations.list', get: 'collaborations.get', param: 'collaborationId', states: ['state', 'side'] },
  { list: 'members.list', get: 'members.get', param: 'userId', states: ['state', 'changesSettings'] },
]

/** What is worked with, whoever has made it: of what others have sold long ago a run need not tell how it came about. */
export const shownOfAll = shown.filter(({ list }) => list.includes('.'))

/** What was put away is found by whoever asks for it. */
const putAway: Readonly<Record<string, object>> = { campaigns: { archived: 'true' }, products: { status: 'archived' } }

const isThere = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-/.test(value) ? 'some' : textOf(value ?? null)

/** One row of each state, as far as there are not too many. */
function oneOfEach(rows: readonly Row[], states: readonly string[]): Row[] {
  const byState = new Map<string, Row>()
  for (const row of rows) {
    const state = states.map((name) => isThere(row[name])).join()
    if (!byState.has(state)) byState.set(state, row)
  }
  return [...byState.values()].slice(0, mostStates)
}

/** Where a call is asked about, as far as it takes that. */
function within(name: string, organizationId: string): Ask {
  const { path, query } = callNamed(name)
  if (path.includes(':organizationId')) return { params: { organizationId } }
  const { properties = {} } = query === undefined ? {} : jsonSchemaOf(query, 'input')
  return 'organizationId' in properties ? { query: { organizationId } } : {}
}

async function listed(run: Run, organizationId: string, list: string): Promise<Row[]> {
  if (list.includes('.')) return rowsOf(await run.succeed(rule, list, within(list, organizationId)))
  const ask = (more: object): Ask => ({ body: { organizationId, resource: list, limit: 40, page: 1, ...more } })
  const rows = rowsOf(await run.succeed(rule, 'search.search', ask({})))
  const filters = putAway[list]
  return filters === undefined ? rows : [...rows, ...rowsOf(await run.succeed(rule, 'search.search', ask({ filters })))]
}

/** Who sells in a campaign and what is in a parcel a list need not tell. */
const asFarAsTold = (row: Row, record: Row): Fields =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null || !Array.isArray(record[name])))

/** In whatever state a record is, it is read alone as its list has it. */
export async function checkReadAlone(run: Run, organizationId: string, lists = shown): Promise<void> {
  await sideBySide(run, lists, async ({ list, get, param, states }) => {
    if (run.lacks(get) || run.lacks(list)) return
    await attempt(run, rule, async () => {
      let rows = oneOfEach(await listed(run, organizationId, list), states)
      const compared = () =>
        Promise.all(
          rows.map(async (row) => {
            const { params, ...ask } = within(get, organizationId)
            const exchange = await run.succeed(rule, get, { ...ask, params: { ...params, [param]: row.id } })
            return {
              id: row.id,
              exchange,
              wrong: disagreement(asFarAsTold(row, recordOf(exchange)), recordOf(exchange)),
            }
          }),
        )
      let told = await compared()
      const strange = new Set(told.filter(({ wrong }) => wrong !== undefined).map(({ id }) => id))
      // What others have changed since it was listed is told otherwise once alone.
      if (strange.size > 0) {
        rows = (await listed(run, organizationId, list)).filter(({ id }) => strange.has(id))
        told = await compared()
      }
      for (const { exchange, wrong } of told)
        run.verify(rule, exchange, wrong === undefined, `one of ${list} as its list has it`, wrong)
    })
  })
}
