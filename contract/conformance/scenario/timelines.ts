import { randomUUID } from 'node:crypto'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, rowsOf, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { neverGiven, textOf } from '../engine/text'
import type { World } from '../engine/world'
import { refuseForeign } from './intrusion'
import { makeProduct } from './sellingBasics'

const rule = 'audit.timeline'

type Change = { field?: unknown; before?: unknown; after?: unknown }

/** The changes of the record itself that an event tells. */
const changesOf = (event: Row | undefined): Change[] => {
  const parts = event?.['parts']
  return (Array.isArray(parts) ? parts : []).flatMap((part: { changes?: unknown }) =>
    Array.isArray(part.changes) ? (part.changes as Change[]) : [],
  )
}

/** A product is made and its price changed twice, which its timeline tells (AD-01). */
export async function checkTimeline(run: Run, { first, second, marker }: World): Promise<void> {
  const { organizationId } = first
  const me = recordOf(await run.succeed('session.me', 'users.me'))
  const sku = `${marker}-t1`
  const [made] = await makeProduct(run, first, sku, { organizationId, sku, name: `${marker} timeline`, price: 10 })
  const params = { productId: made.id }
  for (const price of [11, 12.5]) await run.succeed(rule, 'products.update', { params, body: { price } })
  const record = { resource: 'products', recordId: made.id }
  const read = (page: string, limit: string): Promise<Exchange> =>
    run.succeed(rule, 'audit.timeline', { params: record, query: { organizationId, limit, page } })
  const told = await read('1', '10')
  const events = rowsOf(told)
  const [newest, before] = events
  const { actor } = (newest ?? {}) as { actor?: { id?: unknown; kind?: unknown } }
  run.verify(rule, told, actor?.id === me.id && actor.kind === 'person', 'who made the change', textOf(actor?.id))
  const isTold = (event: Row | undefined, from: number, to: number) =>
    event?.['action'] === 'products.update' &&
    changesOf(event).some((change) => change.field === 'price' && change.before === from && change.after === to)
  run.verify(rule, told, isTold(newest, 11, 12.5), 'the newest first: the price from 11 to 12.5')
  run.verify(rule, told, isTold(before, 10, 11), 'before it the price from 10 to 11')
  run.verify(rule, told, events.at(-1)?.['action'] === 'products.create', 'how it began')
  run.verify(rule, told, totalOf(told) === events.length, 'as many events as are counted', `${totalOf(told)}`)
  const paged = await read('2', '1')
  run.verify(rule, paged, rowsOf(paged)[0]?.id === before?.id, 'the next event on the second page')
  const asked = { query: { organizationId }, isValid: true }
  const refuse = (of: object, statuses: number[]) =>
    run.refuse(rule, 'audit.timeline', { ...asked, params: { ...record, ...of } }, statuses)
  await refuse({ recordId: randomUUID() }, [403, 404])
  // What there is of another kind is no record of this one.
  await refuse({ resource: 'campaigns' }, [403, 404])
  if (second === undefined) return
  const another = (id: string) => (id === record.resource ? id : neverGiven(id))
  await refuseForeign(run, second, first, 'audit.timeline', { ...asked, params: record }, another)
}
