import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChangesRead, readChanges } from '../../../server/events/tail'
import { type Database, openDatabase } from '../../../server/db/database'
import type { Notice } from '../../../server/db/notices'
import { campaigns } from '../../../server/db/schema/campaigns'
import { offers } from '../../../server/db/schema/offers'
import { recordEvents } from '../../../server/db/schema/recordEvents'
import { stockMovements } from '../../../server/db/schema/stockMovements'
import { scratchDatabases } from '../postgres'
import { addOffers, createShop, offerOf, rowsOf, type Shop } from './fixtures'

const engines = await scratchDatabases()

/** Tables of an organization that no screen shows by themselves, and why. */
const unwatched: Record<string, string> = {
  archive_imports: 'only whoever takes one over sees, who looks how far it is',
  archive_parts: 'are what has come of an archive',
  audit_entries: 'tell of changes that are watched where they are made',
  bulk_job_rows: 'are read with their job, which says how far it is',
  board_sums: 'are added up from what is watched',
  changes: 'are the notes themselves',
  collaboration_campaigns: 'whoever changes one counts its collaboration up',
  customer_merges: 'are told with the customers that they change',
  figure_changes: 'note what is watched where it is changed',
  figure_days: 'say what is added up of what is watched',
  figure_proofs: 'say when that was proven',
  figure_sums: 'are added up from what is watched',
  idempotency_keys: 'nobody sees',
  list_counts: 'count rows of lists that are watched',
  sheet_imports: 'only whoever imports sees, who asks for them',
  sheet_import_lines: 'are those of an import',
  report_mails: 'are read with their report, by whoever they are to',
  member_devices: 'are read with their person, who works on',
  outbox: 'have no screen yet',
  past_people: 'never change',
  stock_movements: 'move the stock of their product, which is watched',
  ledger_entries: 'what an order shows of it is its charges and refunds',
  payment_link_tokens: 'secrets',
  reconciliation_differences: 'a part of a reconciliation, written with it',
  refund_lines: 'parts of refunds, written with them',
  sandbox_payments: 'a processor keeps them on its side',
  sandbox_refunds: 'a processor keeps them on its side',
  wait_days: 'are worked out from what is watched',
  webhook_events: 'what they tell of is what changes',
  webhook_tries: 'are told with the messages that they are of',
}

describe.each(engines)('what has changed, on $kind', (engine) => {
  let database: Database
  let ours: Shop
  let theirs: Shop

  beforeAll(async () => {
    database = await openDatabase(engine)
    ours = await createShop(database, 'Ours')
    theirs = await createShop(database, 'Theirs')
  })
  afterAll(async () => {
    await database.close()
    await engine.stop()
  })

  const shown = ({ changes }: ChangesRead) =>
    changes?.map(({ resource, recordId, version, kind }) => [resource, recordId, version, kind])
  /** What is noted of an organization while something is done. */
  async function noted(shop: Shop, work: () => Promise<unknown>) {
    const { upTo } = await readChanges(database, shop.orgId, 'now')
    const { changes: before } = await readChanges(database, shop.orgId, { xid: upTo })
    await work()
    const after = await readChanges(database, shop.orgId, { xid: upTo })
    return shown({ ...after, changes: after.changes?.filter(({ id }) => !before?.some((other) => other.id === id)) })
  }

  test('LV-01 every table that a screen shows is watched', async () => {
    const rows = await rowsOf(
      database,
      `select c.relname as name, array(select tgname::text from pg_trigger where tgrelid = c.oid and tgname like 'note\\_%'
         order by 1) as triggers
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
    )
    const bare = rows.filter(({ triggers }) => !(triggers as string[]).some((name) => name !== 'note_leaving'))
    expect(bare.map(({ name }) => name)).toEqual(Object.keys(unwatched).toSorted())
  })

  test('LV-01 a change tells resource, record, version and kind, and its own organization alone', async () => {
    let id = ''
    const told = await noted(ours, async () => {
      ;[id = ''] = await addOffers(database, ours, ['Tent'])
      await addOffers(database, theirs, ['Their tent'])
      await database.tenant(ours.orgId, (tx) => tx.update(offers).set({ quantity: 7 }).where(eq(offers.id, id)))
      await database.tenant(ours.orgId, (tx) =>
        tx.update(offers).set({ deletedAt: new Date() }).where(eq(offers.id, id)),
      )
      await database.tenant(ours.orgId, (tx) => tx.delete(offers).where(eq(offers.id, id)))
      // It changes nothing.
      await database.tenant(ours.orgId, (tx) => tx.delete(offers).where(eq(offers.id, id)))
    })
    expect(told).toEqual([
      ['offers', id, 1, 'created'],
      ['offers', id, 2, 'updated'],
      ['offers', id, 3, 'deleted'],
      ['offers', id, 3, 'deleted'],
    ])
  })

  test('LV-01 what belongs to a record is told as a change of that record', async () => {
    const { orgId, productId, campaignId } = ours
    const told = await noted(ours, async () => {
      await database.tenant(orgId, (tx) =>
        tx.insert(stockMovements).values({ orgId, productId, kind: 'sale', quantity: 2 }),
      )
      const event = { orgId, resource: 'campaigns', recordId: campaignId, kind: 'note' }
      await database.tenant(orgId, async (tx) => {
        await tx.insert(recordEvents).values([event, event])
        await tx.insert(recordEvents).values(event)
      })
    })
    expect(told).toEqual([
      // No version, as the form of the product is as it was.
      ['products', productId, null, 'updated'],
      ['campaigns', campaignId, null, 'updated'],
    ])
  })

  test('LV-01 of many rows at once it is told that all of the resource has changed', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `Lamp ${index}`)
    const told = await noted(ours, async () => {
      await addOffers(database, ours, many(1_000))
      await database.tenant(ours.orgId, async (tx) => {
        for (let row = 0; row < 140; row += 1) await tx.insert(offers).values(offerOf(ours, `Row ${row}`))
      })
    })
    expect(told?.filter(([, id]) => id === null)).toEqual([
      ['offers', null, null, 'updated'],
      ['offers', null, null, 'updated'],
    ])
    expect(told).toHaveLength(1 + 100 + 1)
  })

  test('PM-01 LV-01 a request neither sees nor writes the notes of another organization', async () => {
    const told = await noted(ours, () => addOffers(database, theirs, ['Lamp']))
    expect(told).toEqual([])
    const forging = database.tenant(ours.orgId, (tx) =>
      tx.execute(sql`insert into changes (org_id, xid, resource, kind, created_at)
        values (${ours.orgId}, pg_current_xact_id(), 'offers', 'updated', now())`),
    )
    await expect(forging).rejects.toThrow('Failed query')
  })

  test('LV-01 what is committed is heard, once for a transaction, with the organization and nothing else', async () => {
    const heard: (Notice | undefined)[] = []
    const isReady = new Promise<void>((resolve) => {
      if (database.kind === 'pglite') resolve()
      else database.listen((notice) => notice === undefined && resolve())
    })
    const stop = database.listen((notice) => heard.push(notice))
    await isReady
    await database.tenant(ours.orgId, async (tx) => {
      await tx.insert(offers).values(offerOf(ours, 'Heard'))
      await tx.update(campaigns).set({ name: 'Heard' })
    })
    await expect.poll(() => heard.filter((notice) => notice !== undefined)).not.toEqual([])
    stop()
    expect(heard.filter((notice) => notice !== undefined)).toEqual([
      { channel: 'offerdesk_changes', about: ours.orgId },
    ])
  })

  test.runIf(engine.kind === 'postgres')(
    'LV-01 a transaction that began earlier and ends later is not missed, whatever was read between',
    async () => {
      const { upTo } = await readChanges(database, ours.orgId, 'now')
      let goOn = () => {}
      const held = new Promise<void>((resolve) => {
        goOn = resolve
      })
      let begun = () => {}
      const isWritten = new Promise<void>((resolve) => {
        begun = resolve
      })
      const slow = database.tenant(ours.orgId, async (tx) => {
        await tx.insert(offers).values(offerOf(ours, 'Slow'))
        begun()
        await held
      })
      await isWritten
      const [fastId] = await addOffers(database, ours, ['Fast'])
      const first = await readChanges(database, ours.orgId, { xid: upTo })
      expect(shown(first)).toEqual([['offers', fastId, 1, 'created']])
      goOn()
      await slow
      const second = await readChanges(database, ours.orgId, { xid: first.upTo })
      expect(second.changes).toHaveLength(2)
      // Nothing is under way any more, so what was read is done with.
      expect((await readChanges(database, ours.orgId, { xid: second.upTo })).changes).toEqual([])
    },
  )

  test('LV-01 a place of another database, and more than can be read, are told as such', async () => {
    const { orgId } = ours
    expect((await readChanges(database, orgId, { xid: '9999999999999' })).changes).toBeUndefined()
    const { upTo } = await readChanges(database, orgId, 'now')
    for (let step = 0; step < 11; step += 1) {
      await addOffers(
        database,
        ours,
        Array.from({ length: 95 }, () => randomUUID()),
      )
    }
    expect((await readChanges(database, orgId, { xid: upTo })).changes).toBeUndefined()
  })
})
