import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../server/db/database'
import { offers } from '../../../server/db/schema/offers'
import { customers } from '../../../server/db/schema/customers'
import { organizations } from '../../../server/db/schema/organizations'
import { sessions, users } from '../../../server/db/schema/users'
import { outbox } from '../../../server/db/schema/outbox'
import { searchRows } from '../../../server/db/search'
import { scratchDatabases } from '../postgres'
import { addOffers, codeOf, createShop, offerOf, rowsOf, type Shop } from './fixtures'

const engines = await scratchDatabases()

describe.each(engines)('organizations kept apart on $kind', (engine) => {
  let database: Database
  let ours: Shop
  let theirs: Shop

  beforeAll(async () => {
    database = await openDatabase(engine)
    ours = await createShop(database, 'Ours')
    theirs = await createShop(database, 'Theirs')
    await addOffers(database, ours, ['Our tent'])
    await addOffers(database, theirs, ['Their tent', 'Their lamp'])
  })
  afterAll(async () => {
    await database.close()
    await engine.stop()
  })

  test('PM-01 every table of an organization is under forced row-level security, its keys begin with org_id', async () => {
    const tables = await rowsOf(
      database,
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as secured,
         array(select k.conname::text from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f')
           and (select attname from pg_attribute where attrelid = c.oid and attnum = k.conkey[1]) <> 'org_id'
           and k.confrelid <> 'users'::regclass) as loose,
         array(select i.indexrelid::regclass::text from pg_index i where i.indrelid = c.oid and i.indisunique
           and (select attname from pg_attribute where attrelid = c.oid and attnum = i.indkey[0]) <> 'org_id') as unique_loose
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
    )
    expect(tables.length).toBeGreaterThanOrEqual(16)
    // Whoever sends a webhook names a gateway and no organization, so that no two may have the same one.
    const allowed = new Map([['gateway_instances', ['gateway_instances_id']]])
    for (const table of tables) {
      const unique_loose = allowed.get(String(table['name'])) ?? []
      expect(table).toMatchObject({ secured: true, loose: [], unique_loose })
    }
  })

  test('PM-01 the tables without an organization are those of people, of limits, and of what runs', async () => {
    const tables = await rowsOf(
      database,
      `select relname as name from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
         and not exists (select from pg_attribute where attrelid = c.oid and attname = 'org_id') order by 1`,
    )
    expect(tables.map(({ name }) => name)).toEqual([
      // Who comes by a session that has ended is told why before they are known.
      'ended_sessions',
      'node_beats',
      'organizations',
      // A person is in several organizations.
      'passkeys',
      // Who is not signed in has none.
      'rate_limits',
      'second_steps',
      'sessions',
      'sign_ins',
      'step_challenges',
      'user_preferences',
      'user_tokens',
      'users',
      'worker_beats',
    ])
  })

  test('PM-01 the roles that requests run as are ordinary and own nothing', async () => {
    const roles = await rowsOf(
      database,
      `select rolname, rolsuper or rolbypassrls or rolcanlogin or rolcreaterole as mighty,
         (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned
       from pg_roles where rolname in ('app_archive', 'app_backup', 'app_rw', 'app_system', 'app_partner', 'app_selling', 'search_reader') order by 1`,
    )
    expect(roles).toEqual([
      { rolname: 'app_archive', mighty: false, owned: 0 },
      { rolname: 'app_backup', mighty: false, owned: 0 },
      { rolname: 'app_partner', mighty: false, owned: 0 },
      { rolname: 'app_rw', mighty: false, owned: 0 },
      { rolname: 'app_selling', mighty: false, owned: 0 },
      { rolname: 'app_system', mighty: false, owned: 0 },
      { rolname: 'search_reader', mighty: false, owned: 0 },
    ])
  })

  test('PM-01 without any condition a query sees, changes and deletes its own organization only', async () => {
    const seen = await database.tenant(ours.orgId, (tx) => tx.select({ name: offers.displayName }).from(offers))
    expect(seen).toEqual([{ name: 'Our tent' }])
    const changed = await database.tenant(ours.orgId, (tx) => tx.update(offers).set({ quantity: 7 }).returning())
    expect(changed).toHaveLength(1)
    const deleted = await database.tenant(ours.orgId, (tx) =>
      tx.delete(offers).where(eq(offers.orgId, theirs.orgId)).returning(),
    )
    expect(deleted).toHaveLength(0)
    const names = await database.tenant(ours.orgId, (tx) => tx.select({ name: organizations.name }).from(organizations))
    expect(names).toEqual([{ name: 'Ours' }])
  })

  test('PM-01 a record for another organization, or pointing into one, is refused', async () => {
    const foreign = offerOf(theirs, 'Smuggled')
    expect(await codeOf(database.tenant(ours.orgId, (tx) => tx.insert(offers).values(foreign)))).toBe('42501')
    const pointing = { ...offerOf(ours, 'Pointing'), campaignId: theirs.campaignId }
    expect(await codeOf(database.tenant(ours.orgId, (tx) => tx.insert(offers).values(pointing)))).toBe('23503')
    const moved = database.tenant(ours.orgId, (tx) => tx.update(offers).set({ orgId: theirs.orgId }))
    expect(await codeOf(moved)).toBe('42501')
  })

  test('PM-01 the same id in two organizations is no secret given away', async () => {
    const [id] = await addOffers(database, theirs, ['Twin'])
    const twin = { ...offerOf(ours, 'Twin'), id: id ?? '' }
    await database.tenant(ours.orgId, (tx) => tx.insert(offers).values(twin))
    await database.tenant(ours.orgId, (tx) => tx.delete(offers).where(eq(offers.id, twin.id)))
    const left = await database.tenant(theirs.orgId, (tx) => tx.select().from(offers).where(eq(offers.id, twin.id)))
    expect(left).toHaveLength(1)
  })

  test('PM-01 searching by text finds nothing of another organization', async () => {
    const found = await database.tenant(ours.orgId, (tx) => searchRows(tx, 'offers', { q: 'tent', limit: 10, page: 1 }))
    expect(found.rows.map(({ displayName }) => displayName)).toEqual(['Our tent'])
    expect(found.total).toBe(1)
    const direct = await database.tenant(ours.orgId, (tx) =>
      tx.execute(
        sql`select * from search_ids('offers', array['%their%'], '[]', 'createdAt', false, false, false, 10, 0)`,
      ),
    )
    expect(direct.rows).toEqual([{ id: null, total: 0 }])
    const named = await database.tenant(ours.orgId, (tx) =>
      tx.execute(sql`select * from named_ids('products', array['%their%'], '{}', null, 10)`),
    )
    expect(named.rows).toEqual([])
  })

  test('PM-01 what precedes an organization is closed to its requests, and its records to what precedes it', async () => {
    const asTenant = (work: Parameters<Database['tenant']>[1]) => codeOf(database.tenant(ours.orgId, work))
    expect(await asTenant((tx) => tx.select().from(sessions))).toBe('42501')
    expect(await asTenant((tx) => tx.select({ secret: users.passwordHash }).from(users))).toBe('42501')
    expect(await codeOf(database.system((tx) => tx.select().from(offers)))).toBe('42501')
    expect(await codeOf(database.system((tx) => tx.select().from(customers)))).toBe('42501')
  })

  test('PM-01 an organization that ended with its transaction is not seen by the next one', async () => {
    await database.tenant(ours.orgId, (tx) => tx.select().from(offers))
    expect(await database.system((tx) => tx.execute(sql`select current_org() as org`))).toMatchObject({
      rows: [{ org: null }],
    })
    await expect(database.tenant("x'; drop table offers; --", async () => {})).rejects.toThrow(TypeError)
  })

  test('a failed transaction leaves nothing, even when its work hid the failure', async () => {
    const written = { orgId: ours.orgId, topic: 'mail', payload: {}, dedupeKey: 'half' }
    const hidden = database.tenant(ours.orgId, async (tx) => {
      await tx.insert(outbox).values(written)
      await tx.execute(sql`select nonsense`).catch(() => {})
    })
    await expect(hidden).rejects.toThrow('rolled back')
    const thrown = database.tenant(ours.orgId, async (tx) => {
      await tx.insert(outbox).values(written)
      throw new Error('changed my mind')
    })
    await expect(thrown).rejects.toThrow('changed my mind')
    expect(await database.tenant(ours.orgId, (tx) => tx.select().from(outbox))).toEqual([])
  })

  test('twenty transactions at once on one counter lose no count', async () => {
    const take = () =>
      database.tenant(ours.orgId, async (tx) => {
        const [before] = await tx.select({ last: organizations.lastOrderNumber }).from(organizations).for('update')
        await tx.update(organizations).set({ lastOrderNumber: (before?.last ?? 0) + 1 })
      })
    await Promise.all(Array.from({ length: 20 }, take))
    const [after] = await database.tenant(ours.orgId, (tx) =>
      tx.select({ last: organizations.lastOrderNumber }).from(organizations),
    )
    expect(after?.last).toBe(1020)
  })

  test('transactions that deadlock or cannot be ordered run again', async () => {
    let runs = 0
    const outcome = await database.tenant(ours.orgId, async (tx) => {
      runs += 1
      if (runs < 3) await tx.execute(sql`do $$ begin raise exception using errcode = '40001'; end $$`)
      return runs
    })
    expect(outcome).toBe(3)
  })
})
