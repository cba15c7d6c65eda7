import { randomUUID } from 'node:crypto'
import { change, difference } from '../engine/compare'
import { Blocked } from '../engine/errors'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, searchPage, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Tenant } from '../engine/tenant'
import type { World } from '../engine/world'
import { placeOf } from './ownPlace'
import { cents, fieldsOf } from './paying'
import { checkKey, makeProduct, shopOf } from './sellingBasics'

const rule = 'bulkJobs.rows'

/** More than a page of a list has, so that all that is found is more than what is shown. */
const many = 12

/** What is done by any change beside what it is for. */
const moving = new Set(['updatedAt', 'version'])

interface Bulk {
  run: Run
  tenant: Tenant
}

/** One action over many records does to each of them what it says, to no other, and is taken back (WF-03). */
export async function checkBulkJobs(run: Run, world: World): Promise<void> {
  if (!run.isFull || run.lacks('bulkJobs.create')) return
  await attempt(run, rule, async () => {
    const { tenant, isOwn } = await placeOf(run, world)
    // A change of many is seen by everybody who works there.
    if (!isOwn) return
    const bulk = { run, tenant }
    const shop = await shopOf(run, world, tenant)
    const word = `${world.marker}-many`
    const prices = Array.from({ length: many }, (_, index) => 10.05 + index)
    const products: Row[] = []
    for (const [index, price] of prices.entries()) {
      products.push((await makeProduct(run, tenant, `${word}${index}`, { price }))[0])
    }
    const ids = products.map(({ id }) => id)
    // With as many decimals as are allowed.
    const byPercent = (price: unknown) => Math.round((cents(price) * 10_325) / 10_000) / 100
    await attempt(run, rule, () =>
      checkJob(bulk, 'products', {
        asked: { action: 'products.price', search: { q: word }, price: { kind: 'percent', value: 3.25 } },
        ids,
        becomes: ({ price }) => ({ price: byPercent(price) }),
        besides: shop.product.id,
      }),
    )
    const more = ({ price }: Row) => ({ price: (cents(price) - 999) / 100 })
    await attempt(run, rule, () =>
      checkJob(bulk, 'products', {
        asked: { action: 'products.price', ids: ids.slice(0, 2), price: { kind: 'amount', value: -9.99 } },
        ids: ids.slice(0, 2),
        becomes: more,
        besides: ids[2] ?? '',
      }),
    )
    await attempt(run, rule, () =>
      checkJob(bulk, 'products', {
        asked: { action: 'products.archive', search: { q: word } },
        ids,
        becomes: () => ({ status: 'archived' }),
        besides: shop.product.id,
      }),
    )
    for (const limits of [{ maxPrice: 70.5 }, { minPrice: 4.25 }, { maxQuantity: 5 }]) {
      await attempt(run, rule, () =>
        checkJob(bulk, 'offers', {
          asked: { action: 'offers.limits', ids: [shop.offer.id], limits },
          ids: [shop.offer.id],
          becomes: () => limits,
        }),
      )
    }
  })
}

interface Job {
  asked: Fields
  /** What it is about. */
  ids: readonly string[]
  /** What changes of each. */
  becomes: (before: Row) => Fields
  /** A record that it is not about. */
  besides?: string
}

/** A job is tried, done and undone, and whenever it rests each record is as it has to be. */
async function checkJob(
  bulk: Bulk,
  resource: 'products' | 'offers',
  { asked, ids, becomes, besides }: Job,
): Promise<void> {
  const { run, tenant } = bulk
  const { organizationId } = tenant
  const now = async () => {
    const filters = { ids: besides === undefined ? ids : [...ids, besides] }
    const { rows } = await searchPage(run, { organizationId, resource, filters, limit: 100, page: 1 })
    return new Map(rows.map((row) => [row.id, row]))
  }
  const before = await now()
  const [body, key] = [{ organizationId, ...asked }, randomUUID()]
  const restoring = { organizationId, action: 'products.restore', ids: [...ids] }
  const ask = { body, headers: { 'idempotency-key': key } }
  const made = await run.succeed(rule, 'bulkJobs.create', ask)
  const { id } = recordOf(made)
  run.journal.add({ what: 'nothing', left: `bulk change ${id}: no call deletes it` })
  const other = resource === 'offers' ? { ...body, limits: { maxQuantity: 6 } } : restoring
  await checkKey(run, 'bulkJobs.create', ask, made, other)
  const params = { jobId: id }

  /** Every record as it was, but for what is due of those that the job is about. */
  const verify = async (dueOf: (row: Row) => Fields, tally: string, when: string) => {
    const job = await ended(run, id)
    const counted = difference({ done: ids.length, unchanged: 0, refused: 0, vanished: 0 }, fieldsOf(job.row[tally]))
    const total = job.row['total'] === ids.length ? counted : `a total of ${String(job.row['total'])}`
    run.verify(rule, job.exchange, total === undefined, `${ids.length} ${resource} ${when}`, total)
    const rows = await now()
    for (const [rowId, was] of before) {
      const [due, is] = [ids.includes(rowId) ? dueOf(was) : {}, rows.get(rowId) ?? { id: rowId }]
      const wrong = difference(due, is) ?? change(was, is, new Set([...moving, ...Object.keys(due)]))
      run.verify(rule, job.exchange, wrong === undefined, `each of the ${resource} as it is due, once ${when}`, wrong)
    }
  }
  await verify(() => ({}), 'checked', 'tried')
  await run.succeed(rule, 'bulkJobs.start', { params, body: {} })
  await verify(becomes, 'ran', 'done')
  const told = await run.succeed(rule, 'bulkJobs.rows', { params, query: { outcome: 'done', limit: '100' } })
  const isTold = new Set(rowsOf(told).map((row) => row['recordId']))
  const isWhole = totalOf(told) === ids.length && ids.every((one) => isTold.has(one))
  run.verify(rule, told, isWhole, `the ${ids.length} ${resource} that were changed`, `${isTold.size}`)
  await run.refuse(rule, 'bulkJobs.cancel', { params, body: {}, isValid: true }, [409])
  await run.succeed(rule, 'bulkJobs.undo', { params, body: {} })
  await verify(() => ({}), 'undone', 'taken back')
  await run.refuse(rule, 'bulkJobs.undo', { params, body: {}, isValid: true }, [409])
}

/** A job once its pass is over. */
async function ended(run: Run, jobId: string) {
  for (let looks = 0; looks < 120; looks += 1) {
    const exchange = await run.succeed(rule, 'bulkJobs.get', { params: { jobId } })
    const row = recordOf(exchange)
    if (!['checking', 'running', 'undoing'].includes(String(row['state']))) return { row, exchange }
    await run.sender.pause(250)
  }
  throw new Blocked('a bulk change has not ended within half a minute')
}
