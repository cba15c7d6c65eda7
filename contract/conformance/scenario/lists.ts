import { type CoreResource, coreResources, type SearchResource } from '../../search'
import { confirmed } from '../engine/compare'
import { isAlike } from '../engine/declared'
import { type Row, searchPage, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'
import { checkAgreement } from './agreement'
import { checkFilter, checkPairs, checkUnknownFilter } from './filters'
import { checkReadAlone, shownOfAll } from './readAlone'
import { checkReferences } from './references'
import { checkOrderOfPages, checkSorts } from './sorting'

/** What the lists of the app can be filtered by; of the others, a server refuses what it does not offer. */
const filterable: Record<CoreResource, readonly string[]> = {
  offers: ['campaignId', 'productId'],
  products: ['status', 'category'],
  campaigns: ['status', 'category', 'type', 'mustAgreeToTerms'],
  customers: [],
  orders: ['campaignId', 'customerId', 'status', 'paymentStatus', 'fulfillmentStatus'],
  fulfillments: ['orderId', 'status'],
  transactions: ['orderId', 'type', 'status', 'gatewayInstanceId'],
}

/** What a record is certainly found by. */
const named: Partial<Record<SearchResource, readonly string[]>> = {
  products: ['name'],
  campaigns: ['name'],
  customers: ['name', 'email'],
}

/** Reads every list whole, and holds every way of narrowing and sorting it against what was read. */
export async function checkLists(run: Run, world: World): Promise<void> {
  const { organizationId } = world.first
  const lists = new Map<SearchResource, Row[]>()
  for (const resource of coreResources) {
    await attempt(run, 'search.total', async () => {
      const all = await walk(run, { organizationId, resource })
      if (!all.isComplete) {
        run.recorder.skip('search.filter', `there are more than ${all.rows.length} ${resource}`)
        return
      }
      lists.set(resource, all.rows)
      await attempt(run, 'search.paging', () => checkOrderOfPages(run, world, resource, all.rows))
      const applied: string[] = []
      for (const name of filterable[resource]) {
        await attempt(run, 'search.filter', async () => {
          if (await checkFilter(run, organizationId, resource, name, all.rows)) applied.push(name)
        })
      }
      if (resource === 'offers') {
        await attempt(run, 'search.filterRefused', () => checkUnknownFilter(run, organizationId, all.rows))
      }
      await attempt(run, 'search.filter', () => checkPairs(run, organizationId, resource, applied, all.rows))
      await attempt(run, 'search.q', () => checkNames(run, organizationId, resource, all.rows))
      await attempt(run, 'search.sort', () => checkSorts(run, world, resource, all.rows))
    })
  }
  await attempt(run, 'lists.stable', () => checkStable(run, world))
  if (!run.isFull) return
  await attempt(run, 'search.references', () => checkReferences(run, world, lists))
  // What nothing of the run was sold in has nothing that could be foretold.
  if (!run.options.readOnly) await attempt(run, 'lists.agree', () => checkAgreement(run, world.first, world.marker))
  await attempt(run, 'lists.agree', () => checkReadAlone(run, world.first.organizationId, shownOfAll))
}

async function checkNames(
  run: Run,
  organizationId: string,
  resource: SearchResource,
  all: readonly Row[],
): Promise<void> {
  const nothing = await searchPage(run, { organizationId, resource, q: 'zqnothinghasthiszq', limit: 10, page: 1 })
  run.verify(
    'search.q',
    nothing.exchange,
    nothing.total === 0,
    'nothing for a word that no record has',
    `${nothing.total} found`,
  )
  for (const field of named[resource] ?? []) {
    if (resource === 'customers' && !run.isFull) continue
    for (const row of [all[0], all.at(-1)]) {
      const text = row?.[field]
      if (row === undefined || typeof text !== 'string' || text.length < 3 || text.length > 200) continue
      const found = await walk(run, { organizationId, resource, q: text })
      const isFound = found.rows.some(({ id }) => id === row.id)
      run.verify('search.q', found.exchange, isFound, `${row.id}, whose ${field} is ${text}`, `${found.total} others`)
    }
  }
}

/** Lists that nothing of the run changes read the same twice; somebody else may change one of them meanwhile. */
async function checkStable(run: Run, { first }: World): Promise<void> {
  const query = { organizationId: first.organizationId }
  for (const [name, ask] of [
    ['organizations.list', {}],
    ['gateways.listInstances', { query }],
    ['plugins.listInstalled', { query }],
    ['calls.ongoing', {}],
  ] as const) {
    const { exchange, wrong } = await confirmed(async () => {
      const before = await run.succeed('lists.stable', name, ask)
      const exchange = await run.succeed('lists.stable', name, ask)
      return { exchange, wrong: isAlike(exchange.json, before.json) ? undefined : exchange.summary }
    })
    run.verify('lists.stable', exchange, wrong === undefined, 'what was answered just before', wrong)
  }
}
