import { randomUUID } from 'node:crypto'
import { atOnce } from '../engine/atOnce'
import { cents } from '../engine/amounts'
import { change, collateral, difference } from '../engine/compare'
import type { BulkOutcome } from '../../rules/bulkJobs'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Tenant } from '../engine/tenant'
import type { World } from '../engine/world'
import { checkOtherActions } from './bulkActions'
import { ended } from './bulkBasics'
import { checkDeletions } from './bulkDeletions'
import { checkBulkLists, checkRowFiles, checkRowPages } from './bulkLists'
import { checkOutcomes, checkRows, isWhy, tallyOf } from './bulkRows'
import { placeOf } from './ownPlace'
import { fieldsOf } from './paying'
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
      const more = { price, category: index < many / 2 ? 'Cheap' : 'Dear' }
      products.push((await makeProduct(run, tenant, `${word}${index}`, more))[0])
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
    await attempt(run, rule, () => refuseUnsaid(bulk, ids))
    await attempt(run, rule, () => checkCancelled(bulk, ids))
    await attempt(run, rule, () => checkDeletions(run, tenant, word))
    await attempt(run, rule, () => checkOtherActions(run, shop, ids.slice(0, 2)))
    const less = 15
    await attempt(run, rule, () =>
      checkJob(bulk, 'products', {
        asked: { action: 'products.price', ids, price: { kind: 'amount', value: -less } },
        ids,
        outcomeOf: ({ price }) => (cents(price) < less * 100 ? 'refused' : 'done'),
        becomes: ({ price }) => ({ price: (cents(price) - less * 100) / 100 }),
        since: ids.at(-1),
        besides: shop.product.id,
      }),
    )
    await attempt(run, rule, () =>
      checkJob(bulk, 'products', {
        asked: { action: 'products.price', ids: ids.slice(0, 3), price: { kind: 'set', value: prices[1] } },
        ids: ids.slice(0, 3),
        outcomeOf: ({ price }) => (price === prices[1] ? 'unchanged' : 'done'),
        becomes: () => ({ price: prices[1] }),
        besides: ids[3],
      }),
    )
    await attempt(run, rule, () =>
      checkJob(bulk, 'products', {
        asked: { action: 'products.archive', search: { q: word, filters: { category: 'Cheap' } } },
        ids: ids.slice(0, many / 2),
        becomes: () => ({ status: 'archived' }),
        besides: ids[many / 2],
      }),
    )
    await attempt(run, rule, () =>
      checkJob(bulk, 'offers', {
        asked: { action: 'offers.price', ids: [shop.offer.id], price: { kind: 'percent', value: -50.5 } },
        ids: [shop.offer.id],
        becomes: ({ basePrice }) => ({ basePrice: Math.round((cents(basePrice) * 4_950) / 10_000) / 100 }),
      }),
    )
    for (const limits of [{ maxPrice: 70.5 }, { minPrice: 4.25, maxQuantity: 4 }, { maxQuantity: 5 }]) {
      await attempt(run, rule, () =>
        checkJob(bulk, 'offers', {
          asked: { action: 'offers.limits', ids: [shop.offer.id], limits },
          ids: [shop.offer.id],
          becomes: () => limits,
        }),
      )
    }
    await attempt(run, rule, () => checkBulkLists(run, tenant))
  })
}

/** What does not say about what it is, or what becomes of it, is not begun. */
async function refuseUnsaid({ run, tenant: { organizationId } }: Bulk, ids: readonly string[]): Promise<void> {
  const price = { kind: 'percent', value: 5 }
  const asked = { action: 'products.price', ids, price }
  for (const wrong of [
    { ...asked, search: { q: 'none' } },
    { ...asked, ids: undefined },
    { ...asked, price: undefined },
    { ...asked, price: { ...price, value: -100 } },
    { ...asked, price: { kind: 'set', value: -1 } },
    { ...asked, action: 'products.archive' },
    { ...asked, action: 'offers.limits', price: undefined },
  ]) {
    const body = { organizationId, ...wrong }
    const exchange = await run.refuse(rule, 'bulkJobs.create', { body, isValid: true }, [400, 422])
    if (exchange.status !== 200) continue
    const { id } = recordOf(exchange)
    await run.ask('bulkJobs.cancel', { params: { jobId: id }, body: {} })
  }
}

/** What is cancelled before it is begun changes nothing, and can't be begun any more. */
async function checkCancelled({ run, tenant: { organizationId } }: Bulk, ids: readonly string[]): Promise<void> {
  const read = async () => {
    const query = { organizationId, resource: 'products' as const, filters: { ids }, limit: 100, page: 1 }
    return (await searchPage(run, query)).rows
  }
  const before = await read()
  const body = { organizationId, action: 'products.price', ids, price: { kind: 'amount', value: 1 } }
  const { id } = recordOf(await run.succeed(rule, 'bulkJobs.create', { body }))
  run.journal.add({ what: 'nothing', left: `bulk change ${id}: no call deletes it` })
  const ask = { params: { jobId: id }, body: {} }
  await run.succeed(rule, 'bulkJobs.cancel', ask)
  const { row, exchange } = await ended(run, id)
  run.verify(rule, exchange, row['state'] === 'cancelled', 'a job that is cancelled', String(row['state']))
  await run.refuse(rule, 'bulkJobs.start', { ...ask, isValid: true }, [409])
  const harmed = collateral(before, await read(), new Set())
  run.verify(rule, exchange, harmed === undefined, 'nothing changed by what was cancelled', harmed)
}

interface Job {
  asked: Fields
  /** What it is about. */
  ids: readonly string[]
  /** What becomes of each; all of them are done where it is left out. */
  outcomeOf?: (before: Row) => BulkOutcome
  /** What changes of each that is done. */
  becomes: (before: Row) => Fields
  /** A product that is changed once it is done, and so not taken back. */
  since?: string | undefined
  /** A record that it is not about. */
  besides?: string | undefined
}

/** A job is tried, done and undone, and whenever it rests each record is as it has to be. */
async function checkJob(bulk: Bulk, resource: 'products' | 'offers', job: Job): Promise<void> {
  const { asked, ids, outcomeOf = () => 'done', becomes, since, besides } = job
  const { run, tenant } = bulk
  const { organizationId } = tenant
  const now = async () => {
    const filters = { ids: besides === undefined ? ids : [...ids, besides] }
    const { rows } = await searchPage(run, { organizationId, resource, filters, limit: 100, page: 1 })
    return new Map(rows.map((row) => [row.id, row]))
  }
  const before = await now()
  const outcomes = new Map(ids.map((one): [string, BulkOutcome] => [one, outcomeOf(before.get(one) ?? { id: one })]))
  const done = ids.filter((one) => outcomes.get(one) === 'done')
  const [body, key] = [{ organizationId, ...asked }, randomUUID()]
  const restoring = { organizationId, action: 'products.restore', ids: [...ids] }
  const ask = { body, headers: { 'idempotency-key': key } }
  const made = await run.succeed(rule, 'bulkJobs.create', ask)
  const { id } = recordOf(made)
  run.journal.add({ what: 'nothing', left: `bulk change ${id}: no call deletes it` })
  const other = resource === 'offers' ? { ...body, ids: ['another'] } : restoring
  await checkKey(run, 'bulkJobs.create', ask, made, other)
  const params = { jobId: id }

  /** Every record as it was, but for what is due of those that the job is about. */
  const verify = async (
    dueOf: (row: Row) => Fields,
    pass: 'checked' | 'ran' | 'undone',
    when: string,
    due: Fields = tallyOf([...outcomes.values()]),
  ) => {
    const { row, exchange } = await ended(run, id)
    const counted = difference(due, fieldsOf(row[pass]))
    const total = row['total'] === ids.length ? counted : `a total of ${String(row['total'])}`
    run.verify(rule, exchange, total === undefined, `${JSON.stringify(due)} ${resource} ${when}`, total)
    const rows = await now()
    for (const [rowId, was] of before) {
      const [due, is] = [done.includes(rowId) ? dueOf(was) : {}, rows.get(rowId) ?? { id: rowId }]
      const wrong = difference(due, is) ?? change(was, is, new Set([...moving, ...Object.keys(due)]))
      run.verify(rule, exchange, wrong === undefined, `each of the ${resource} as it is due, once ${when}`, wrong)
    }
    return { row, exchange }
  }
  await verify(() => ({}), 'checked', 'tried')
  if (job.outcomeOf !== undefined) await checkOutcomes(run, params, outcomes, 'tried')
  // Whoever asks twice has it done once.
  await atOnce(run, [1, 2], () => run.succeed(rule, 'bulkJobs.start', { params, body: {} }))
  await run.succeed(rule, 'bulkJobs.start', { params, body: {} })
  const ran = await verify(becomes, 'ran', 'done')
  isWhy(run, ran.exchange, [...outcomes.values()])
  await checkRows(run, params, before, outcomes, becomes)
  if (since !== undefined) {
    await checkRowPages(run, id)
    await checkRowFiles(run, tenant, ran.row, { outcome: 'refused' })
  }
  await run.refuse(rule, 'bulkJobs.cancel', { params, body: {}, isValid: true }, [409])
  if (since !== undefined) {
    await run.succeed(rule, 'products.update', { params: { productId: since }, body: { price: 77.7 } })
  }
  await run.succeed(rule, 'bulkJobs.undo', { params, body: {} })
  const left = since === undefined ? 0 : 1
  const undone = { done: done.length - left }
  const stays = ({ id: one }: Row): Fields => (one === since ? { price: 77.7 } : {})
  const { row } = await verify(stays, 'undone', 'taken back', undone)
  // What was not changed is not taken back.
  const back = done.map((one): [string, BulkOutcome] => [one, one === since ? 'refused' : 'done'])
  if (job.outcomeOf !== undefined) await checkOutcomes(run, params, new Map(back), 'taken back')
  if (since !== undefined) await checkRowFiles(run, tenant, row)
  await run.refuse(rule, 'bulkJobs.undo', { params, body: {}, isValid: true }, [409])
}
