import { sql } from 'drizzle-orm'
import { nothingWaits } from '../../contract/extensions/fulfilments'
import { trackingEvent } from '../../contract/rules/heldMails'
import { judgeTracking, type ReadTracking, readTracking } from '../../contract/forms/trackingImports'
import { fulfilmentLife, type OrderState, type FulfilmentState } from '../../machines/lives/fulfilmentLife'
import { whyNot } from '../../machines/lives/life'
import type { Transaction } from '../db/transactions'
import { fulfilmentResource } from '../fulfilments/pack'
import { recallTracking } from '../fulfilments/recalling'
import { lockNumbers } from '../fulfilments/tracking'
import { sendAutorespondersToMany } from '../mail/autorespondingToMany'
import {
  field,
  type Import,
  type ImportedRecords,
  isItsRecord,
  type NumberedCells,
  ofImport,
  type Work,
} from './records'

interface Fulfilment extends Record<string, unknown> {
  orderId: string
  id: string
  status: FulfilmentState
  version: number
  carrier: string | null
  trackingNumber: string | null
}
interface Order extends Record<string, unknown> {
  id: string
  number: number
  status: OrderState
  customerName: string
}

/** Parcels are known by their order: the one that waits longest without a number takes that of the line (FU-02). */
export const fulfilmentLines: ImportedRecords = {
  table: 'fulfilments',
  twice: (line) => `Line ${line} has this order already`,
  keyColumn: 'order',

  judge: async (tx, begun, cells, lines) => {
    const read = cells.map((each) => readTracking(each))
    const orders = await ordersOf(tx, begun, read)
    const fulfilments = await fulfilmentsOf(tx, begun, [...orders.values()])
    const taken = await takenNumbers(tx, begun, read)
    const firsts = await keptNumbers(tx, begun, read, lines)
    return cells.map((each, index) => {
      const asked = read[index] ?? readTracking(each)
      const order = asked.orderNumber === undefined ? undefined : orders.get(asked.orderNumber)
      const ofOrder = (order && fulfilments.get(order.id)) ?? []
      const isSame = (one: Fulfilment) =>
        one.trackingNumber === asked.trackingNumber && one.carrier === asked.carrier && one.status !== 'cancelled'
      const fulfilment =
        ofOrder.find(isSame) ?? ofOrder.find((one) => one.status === 'pending' && one.trackingNumber === null)
      const holder = taken.get(keyOf(asked))
      const line = lines[index]?.line ?? 0
      const first = firsts.get(keyOf(asked)) ?? line
      const judged = judgeTracking(each, asked, {
        order,
        fulfilment,
        whyNot: order && whyNotTracked(order, ofOrder, fulfilment),
        takenBy: holder && holder.id !== fulfilment?.id ? holder.orderNumber : undefined,
        takenAt: first < line ? first : undefined,
      })
      // A number is that of the first good line with it.
      if (judged.problems.length === 0) firsts.set(keyOf(asked), Math.min(first, line))
      // What names no order is about nothing that another line could be about.
      const key = asked.orderNumber === undefined ? `line ${line}` : `${asked.orderNumber}`
      return { ...judged, key, known: fulfilment }
    })
  },

  lockFirst: async (tx, begun) => {
    // As everybody locks: the orders, then what is in them.
    await tx.execute(sql`
      select id from orders where org_id = ${begun.orgId} and id in (
        select record.order_id from sheet_import_lines as line join fulfilments as record on ${isItsRecord}
        where ${ofImport(begun)} and verdict = 'update') order by id for update`)
    await lockNumbers(tx, begun.orgId)
  },

  outdated: [],
  outdatedChanges: [
    sql`exists (select from fulfilments as other where other.org_id = line.org_id and other.id <> line.record_id
      and other.status <> 'cancelled' and other.tracking_number = ${field('trackingNumber')}
      and coalesce(other.carrier, '') = coalesce(${field('carrier')}, ''))`,
  ],

  write: async (tx, work) => {
    const { begun, at } = work
    await tx.execute(sql`
      update sheet_import_lines as line set
        before = jsonb_build_object('carrier', record.carrier, 'tracking_number', record.tracking_number)
      from fulfilments as record where ${ofImport(begun)} and verdict = 'update' and ${isItsRecord}`)
    await tx.execute(sql`
      update fulfilments as record set carrier = ${field('carrier')}, tracking_number = ${field('trackingNumber')},
        updated_at = ${at}
      from sheet_import_lines as line where ${ofImport(begun)} and verdict = 'update' and ${isItsRecord}`)
    await keepEvents(tx, work, 'assign')
    const { rows } = await tx.execute<{
      orderId: string
      subjectId: string
      carrier: string | null
      trackingNumber: string
    }>(sql`
      select record.order_id as "orderId", record.id as "subjectId", record.carrier, record.tracking_number as "trackingNumber"
      from sheet_import_lines as line join fulfilments as record on ${isItsRecord}
      where ${ofImport(begun)} and verdict = 'update' order by line.line`)
    await sendAutorespondersToMany(tx, {
      orgId: begun.orgId,
      event: trackingEvent,
      now: new Date(at),
      subjects: rows,
    })
  },

  kept: sql``,

  takeBack: async (tx, work) => {
    const { begun, at } = work
    await tx.execute(sql`
      update fulfilments as record set carrier = line.before->>'carrier',
        tracking_number = line.before->>'tracking_number', updated_at = ${at}
      from sheet_import_lines as line
      where ${ofImport(begun)} and verdict = 'update' and kept is null and ${isItsRecord}`)
    await keepEvents(tx, work, 'unassign')
    const { rows } = await tx.execute<{ id: string; orderId: string }>(sql`
      select record.id, record.order_id as "orderId" from sheet_import_lines as line join fulfilments as record on ${isItsRecord}
      where ${ofImport(begun)} and verdict = 'update' and kept is null`)
    await recallTracking(tx, begun.orgId, rows)
  },
}

const keyOf = ({ carrier, trackingNumber }: ReadTracking) => `${carrier ?? ''}\n${trackingNumber}`

function whyNotTracked(
  { status }: Order,
  fulfilments: readonly Fulfilment[],
  fulfilment: Fulfilment | undefined,
): string | undefined {
  const event = { type: 'assign' as const, order: status, carrier: null, trackingNumber: '' }
  const state = fulfilment?.status === 'shipped' ? 'shipped' : 'pending'
  // What is as the line says is left alone, also where it has arrived.
  if (fulfilment?.status === 'delivered') return undefined
  const refusal = whyNot(fulfilmentLife, state, event)
  if (refusal !== undefined || fulfilment) return refusal
  const live = fulfilments.filter((one) => one.status !== 'cancelled')
  if (live.length === 0) return 'Nothing of this order has been packed.'
  return live.every((one) => one.status !== 'pending') ? 'This order has been shipped already.' : nothingWaits
}

async function ordersOf(
  tx: Transaction,
  { orgId, userId }: Import,
  read: readonly ReadTracking[],
): Promise<Map<number, Order>> {
  const numbers = sql.param(read.flatMap(({ orderNumber = -1 }) => orderNumber))
  const { rows } = await tx.execute<Order>(sql`
    select id, number, status, trim(customer_first_name || ' ' || customer_last_name) as "customerName" from orders
    where org_id = ${orgId} and number = any(${numbers}::int[]) and (agent_id = ${userId} or not exists (
      select from memberships join agent_permissions as settled on settled.org_id = memberships.org_id
      where memberships.org_id = ${orgId} and user_id = ${userId} and role = 'agent' and not sees_all_orders))`)
  return new Map(rows.map((order) => [order.number, order]))
}

/** The parcels of orders, the oldest first. */
async function fulfilmentsOf(
  tx: Transaction,
  { orgId }: Import,
  orders: readonly Order[],
): Promise<Map<string, Fulfilment[]>> {
  const ids = sql.param(orders.map(({ id }) => id))
  const { rows } = await tx.execute<Fulfilment>(sql`
    select order_id as "orderId", id, status, version, carrier, tracking_number as "trackingNumber" from fulfilments
    where org_id = ${orgId} and order_id = any(${ids}::uuid[]) order by created_at, id`)
  const byOrder = new Map<string, Fulfilment[]>()
  for (const fulfilment of rows)
    byOrder.set(fulfilment.orderId, [...(byOrder.get(fulfilment.orderId) ?? []), fulfilment])
  return byOrder
}

/** Who has these numbers already. */
async function takenNumbers(tx: Transaction, { orgId }: Import, read: readonly ReadTracking[]) {
  const carriers = sql.param(read.map(({ carrier }) => carrier ?? ''))
  const numbers = sql.param(read.map(({ trackingNumber }) => trackingNumber))
  const { rows } = await tx.execute<{ id: string; orderNumber: number; carrier: string; trackingNumber: string }>(sql`
    select parcel.id, parcel.order_number as "orderNumber", asked.carrier, asked.number as "trackingNumber"
    from unnest(${carriers}::text[], ${numbers}::text[]) as asked (carrier, number) join fulfilments as parcel
      on parcel.org_id = ${orgId} and coalesce(parcel.carrier, '') = asked.carrier
        and parcel.tracking_number = asked.number and parcel.status <> 'cancelled'`)
  return new Map(rows.map((row) => [keyOf({ ...row, orderNumber: undefined }), row]))
}

/** The first good line with each of these numbers that the import has already, but for these lines. */
async function keptNumbers(
  tx: Transaction,
  { orgId, id }: Import,
  read: readonly ReadTracking[],
  lines: readonly NumberedCells[],
): Promise<Map<string, number>> {
  const numbers = sql.param(read.map(({ trackingNumber }) => trackingNumber))
  const own = sql.param(lines.map(({ line }) => line))
  const { rows } = await tx.execute<{ carrier: string | null; trackingNumber: string; line: number }>(sql`
    select fields->>'carrier' as carrier, fields->>'trackingNumber' as "trackingNumber", min(line)::int as line
    from sheet_import_lines
    where org_id = ${orgId} and import_id = ${id} and verdict <> 'refused'
      and fields->>'trackingNumber' = any(${numbers}::text[]) and line <> all(${own}::int[])
    group by 1, 2`)
  return new Map(rows.map((row) => [keyOf({ ...row, orderNumber: undefined }), row.line]))
}

const inWords = (carrier: ReturnType<typeof sql>, number: ReturnType<typeof sql>) =>
  sql`case when ${number} is not null then concat_ws(' ', ${carrier}, ${number}) end`
const said = inWords(field('carrier'), field('trackingNumber'))
const before = inWords(sql`line.before->>'carrier'`, sql`line.before->>'tracking_number'`)

/** Writes what happened to every parcel into its timeline, and into that of its order. */
async function keepEvents(tx: Transaction, { begun, caller, at }: Work, kind: 'assign' | 'unassign'): Promise<void> {
  const isDone = kind === 'assign' ? sql`verdict = 'update'` : sql`verdict = 'update' and kept is null`
  const [from, to] = kind === 'assign' ? [before, said] : [said, before]
  const facts =
    kind === 'assign'
      ? sql`jsonb_build_object('order', 'open', 'carrier', ${field('carrier')},
          'trackingNumber', ${field('trackingNumber')}, 'before', ${from}, 'after', ${to}, 'importId', import_id)`
      : sql`jsonb_build_object('before', ${from}, 'after', ${to}, 'importId', import_id)`
  await tx.execute(sql`
    insert into record_events (org_id, id, resource, record_id, kind, from_state, to_state, facts, user_id, user_name, created_at)
    select line.org_id, gen_random_uuid(), ${fulfilmentResource}, record.id, ${kind}, record.status, record.status, ${facts},
      ${caller.userId}::uuid, ${caller.name}, ${at}
    from sheet_import_lines as line join fulfilments as record on ${isItsRecord}
    where ${ofImport(begun)} and ${isDone}`)
  const text = kind === 'assign' ? said : sql`'Taken back: ' || ${said}`
  await tx.execute(sql`
    insert into record_events (org_id, id, resource, record_id, kind, facts, user_id, user_name, created_at)
    select line.org_id, gen_random_uuid(), 'orders', record.order_id, 'parcel_tracked', jsonb_build_object('text', ${text}),
      ${caller.userId}::uuid, ${caller.name}, ${at}
    from sheet_import_lines as line join fulfilments as record on ${isItsRecord}
    where ${ofImport(begun)} and ${isDone}`)
}
