import type { Customer } from '../../customers'
import type { CustomerMerge } from '../../extensions/customers'
import { mergeChoices, mergedProfile, profileOf } from '../../forms/customerMerge'
import { change, difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Tenant } from '../engine/tenant'
import { textOf } from '../engine/text'
import type { Shop } from '../engine/world'
import { readCustomer } from './customerBasics'
import { listOf } from './paying'
import { placeOne, readOrder } from './sellingBasics'

type Keep = CustomerMerge['keep']

/** Each field of either of both, and where nobody has chosen of the one who has it. */
const choices: readonly Keep[] = [
  {},
  { name: 'kept', email: 'other', phone: 'kept', shippingAddress: 'other', note: 'other' },
  { name: 'other', email: 'kept', phone: 'other', shippingAddress: 'kept', note: 'kept' },
]

/** How a merged customer is not what the choices make of both; undefined where they are. */
function wrongProfile(kept: Row, other: Row, keep: Keep, now: Row): string | undefined {
  const [mine, theirs, merged] = [kept, other, now].map((row) => row as Customer) as [Customer, Customer, Customer]
  const {
    shippingAddress: dueAddress,
    note: dueNote,
    ...due
  } = mergedProfile(mine, theirs, mergeChoices(mine, theirs, keep))
  const { shippingAddress, note, ...is } = profileOf(merged)
  const wrong = difference({ ...due }, { ...is }) ?? difference({ ...dueAddress }, { ...shippingAddress })
  if (wrong !== undefined) return wrong
  // Both notes may be put together in more than one way.
  const notes = dueNote.split('\n\n')
  const isNote = notes.every((one) => note.includes(one)) && (notes.length > 1 || note.trim() === dueNote.trim())
  return isNote ? undefined : `note is ${JSON.stringify(note)} instead of ${JSON.stringify(dueNote)}`
}

const merge = (run: Run, kept: Row, other: Row, keep: Keep): Promise<Exchange> =>
  run.succeed('customers.merge', 'customers.merge', {
    params: { customerId: kept.id },
    body: { otherId: other.id, keep },
  })

const unmerge = (run: Run, { id }: Row): Promise<Exchange> =>
  run.succeed('customers.unmerge', 'customers.unmerge', { params: { customerId: id }, body: {} })

/** Two customers become one by each choice and are two again; what is done with the one meanwhile stays with them (CU-04). */
export async function checkSides(run: Run, shop: Shop, kept: Row, other: Row): Promise<void> {
  for (const keep of choices) {
    const exchange = await merge(run, kept, other, keep)
    const now = recordOf(exchange)
    const wrong = wrongProfile(kept, other, keep, now)
    run.verify('customers.merge', exchange, wrong === undefined, `each field by ${JSON.stringify(keep)}`, wrong)
    const part = listOf(now['merged']).find(({ id }) => id === other.id)
    const isPart = part !== undefined && ((other['name'] ?? null) === null || part['name'] === other['name'])
    const named = `the other one, ${textOf(other['name'])}, among those who were merged`
    run.verify('customers.merge', exchange, isPart, named, textOf(part?.['name']))
    const isLast = keep === choices.at(-1)
    const since = isLast ? await meanwhile(run, shop, kept) : undefined
    const back = await unmerge(run, other)
    if (since === undefined) isAsBefore(run, back, other, recordOf(back))
    else await isKept(run, shop.tenant, kept, since, back)
  }
  await attempt(run, 'customers.merge', () => checkLongNotes(run, kept, other))
}

/** Of two notes that are too long together none is cut off: they are refused, or one of them is kept. */
async function checkLongNotes(run: Run, kept: Row, other: Row): Promise<void> {
  const notes = ['k', 'o'].map((letter) => letter.repeat(3_000))
  for (const [index, { id: customerId }] of [kept, other].entries()) {
    const body = { note: notes[index] }
    await run.succeed('customers.update', 'customers.update', { params: { customerId }, body })
  }
  const isWhole = (exchange: Exchange, least: number) => {
    const note = textOf(recordOf(exchange)['note'])
    return notes.filter((one) => note.includes(one)).length >= least
  }
  for (const keep of [{ note: 'both' as const }, {}]) {
    const ask = { params: { customerId: kept.id }, body: { otherId: other.id, keep } }
    const isAsked = 'note' in keep
    const exchange = isAsked
      ? await run.ask('customers.merge', { ...ask, isValid: false, alsoDeclared: [200, 400, 409, 422] })
      : await run.succeed('customers.merge', 'customers.merge', ask)
    const isRefused = isAsked && [400, 409, 422].includes(exchange.status)
    const holds = isRefused || (exchange.status === 200 && isWhole(exchange, isAsked ? 2 : 1))
    const expected = isAsked ? 'both notes, or a refusal as they are too long' : 'one of two long notes, all of it'
    run.verify('customers.merge', exchange, holds, expected)
    if (!isRefused) await unmerge(run, other)
  }
}

/** What moves with every change. */
const moving = new Set(['version', 'updatedAt', 'calls', 'callsCount', 'merged', 'timeline'])

function isAsBefore(run: Run, exchange: Exchange, before: Row, now: Row): void {
  if (now.id !== before.id) return
  const moved = change(before, now, moving)
  run.verify('customers.unmerge', exchange, moved === undefined, 'the customer as they were before', moved)
}

interface Since {
  order: Row
  fields: Fields
}

/** Whoever is merged orders, and is changed. */
async function meanwhile(run: Run, shop: Shop, kept: Row): Promise<Since> {
  const [order] = await placeOne(run, shop, { customerId: kept.id })
  const fields = { note: 'changed once they were one', lastName: 'Of Two' }
  await run.succeed('customers.update', 'customers.update', { params: { customerId: kept.id }, body: fields })
  return { order, fields }
}

async function isKept(run: Run, tenant: Tenant, kept: Row, { order, fields }: Since, back: Exchange): Promise<void> {
  const now = await readCustomer(run, tenant, kept.id)
  const { phone, email } = kept
  const wrong = difference({ ...fields, phone, email }, now)
  run.verify(
    'customers.unmerge',
    back,
    wrong === undefined,
    'what was changed since as it is, and all else back',
    wrong,
  )
  const { customerId } = await readOrder(run, tenant, order.id, 'customers.unmerge')
  const isTheirs = customerId === kept.id
  run.verify('customers.unmerge', back, isTheirs, 'what was ordered since with who ordered it', String(customerId))
}
