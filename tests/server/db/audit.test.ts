import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acting } from '../../../server/db/acting'
import { openDatabase, type Database } from '../../../server/db/database'
import { auditEntries } from '../../../server/db/schema/auditEntries'
import { customers } from '../../../server/db/schema/customers'
import { gatewayInstances } from '../../../server/db/schema/gateways'
import { offers } from '../../../server/db/schema/offers'
import { memberships } from '../../../server/db/schema/organizations'
import { users } from '../../../server/db/schema/users'
import { scratchDatabases } from '../postgres'
import { addOffers, codeOf, createShop, rowsOf, type Shop } from './fixtures'

/** Tables that say nothing of a business by themselves, each with why. */
const unaudited = new Map([
  ['archive_parts', 'are what has come of an archive'],
  ['audit_entries', 'is the audit'],
  ['board_sums', 'is added up from other rows'],
  ['bulk_job_rows', 'says what became of records, which are audited where they are'],
  ['bulk_jobs', 'is work over records, which are audited where they are'],
  ['changes', 'tells open pages what to read again'],
  ['ended_sessions', 'says why somebody is signed out, of which the end of their membership is audited'],
  ['figure_changes', 'notes of when the rows of a figure have changed'],
  ['figure_days', 'says which days are added up'],
  ['figure_proofs', 'says when what is added up was compared with its rows'],
  ['figure_sums', 'is added up from other rows'],
  ['idempotency_keys', 'answers a creation that is sent again'],
  ['ledger_entries', 'is written once with its transaction, which is audited, and never changed'],
  ['list_counts', 'is counted from other rows'],
  ['member_devices', 'is where somebody was seen'],
  ['node_beats', 'is which keys nodes know'],
  ['outbox', 'is work that follows from changes'],
  ['past_people', 'are told by the archive that brought them, which is audited'],
  ['payment_link_tokens', 'is secret and nothing else'],
  ['rate_limits', 'counts requests'],
  ['reconciliation_differences', 'is what a comparison told, which is audited'],
  ['report_mails', 'is who has a report mailed to themselves'],
  ['sandbox_payments', 'are the books of a gateway'],
  ['sandbox_refunds', 'are the books of a gateway'],
  ['saved_views', 'is how people look at lists'],
  ['sessions', 'is who is signed in'],
  ['sheet_import_lines', 'is looked at first; what is taken over is audited where it goes'],
  ['sign_ins', 'is where somebody signed in'],
  ['step_challenges', 'is what is to be answered within minutes'],
  ['user_preferences', 'is how the app looks for one person'],
  ['user_tokens', 'is what was mailed to get in'],
  ['view_defaults', 'is with which view a list begins for one person'],
  ['wait_days', 'is worked out from other rows'],
  ['webhook_deliveries', 'is told to other systems of what is audited'],
  ['webhook_events', 'is what gateways told; what came of it is audited'],
  ['webhook_tries', 'is what other systems answered'],
  ['worker_beats', 'is when workers were last there'],
])

const engines = await scratchDatabases()

describe.each(engines)('the audit on $kind', (engine) => {
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

  const entriesOf = (recordId: string, { orgId } = ours) =>
    database.tenant(orgId, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.recordId, recordId)).orderBy(auditEntries.id),
    )
  const ann = { kind: 'person', id: '018f2f6a-0000-7000-8000-000000000001', name: `Ann O'Hara \\ "Ltd"` } as const
  const asAnn = <T>(action: string, work: () => Promise<T>) => acting({ actor: ann, action }, work)

  test('AD-01 every table is audited, or is named here with why it is not', async () => {
    const tables = await rowsOf(
      database,
      `select c.relname::text as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit') as audited
       from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> '__drizzle_migrations'
       order by 1`,
    )
    expect(tables.length).toBeGreaterThan(40)
    expect(tables.filter(({ audited }) => audited === false).map(({ name }) => name)).toEqual([...unaudited.keys()])
  })

  test('AD-01 an entry says when, who did what to which record, and what changed, before and after', async () => {
    const [offerId = ''] = await asAnn('offers.create', () => addOffers(database, ours, ['Tent']))
    await asAnn('offers.update', () =>
      database.tenant(ours.orgId, (tx) => tx.update(offers).set({ basePriceCents: 1 }).where(eq(offers.id, offerId))),
    )
    await database.tenant(ours.orgId, (tx) => tx.delete(offers).where(eq(offers.id, offerId)))
    const common = { resource: 'offers', recordId: offerId, recordName: 'Tent', tableName: 'offers', sealed: null }
    const byAnn = { actorKind: 'person', actorId: ann.id, actorName: ann.name }
    const [created, updated, deleted, ...more] = await entriesOf(offerId)
    expect(created).toMatchObject({ ...common, ...byAnn, kind: 'created', action: 'offers.create', before: null })
    expect(created?.after).toMatchObject({ display_name: 'Tent', base_price_cents: 100, quantity: 5 })
    expect(updated).toMatchObject({ ...common, ...byAnn, kind: 'updated', action: 'offers.update' })
    expect(updated).toMatchObject({ before: { base_price_cents: 100 }, after: { base_price_cents: 1 } })
    expect(Object.keys(updated?.after ?? {})).toEqual(['base_price_cents'])
    // Nobody of the server's did it.
    const past = { actorKind: 'database', actorId: null, actorName: null, action: null }
    expect(deleted).toMatchObject({ ...common, ...past, kind: 'deleted', after: null })
    expect(deleted?.before).toEqual({ ...created?.after, base_price_cents: 1 })
    expect(more).toEqual([])
  })

  test('AD-01 who acted in one transaction has nothing to do with the next', async () => {
    await asAnn('offers.create', () => addOffers(database, ours, ['First']))
    const [offerId = ''] = await addOffers(database, ours, ['Second'])
    expect(await entriesOf(offerId)).toMatchObject([{ actorKind: 'database', action: null }])
  })

  test('AD-01 secrets are told by name alone, and what changes nothing is not told', async () => {
    const change = (fields: Partial<typeof gatewayInstances.$inferInsert>) =>
      database.tenant(ours.orgId, (tx) =>
        tx.update(gatewayInstances).set(fields).where(eq(gatewayInstances.id, ours.gatewayInstanceId)),
      )
    await change({ secrets: 'v1.whatever-is-sealed' })
    await change({ secrets: 'v1.whatever-is-sealed', displayName: 'Ours gateway' })
    const [, sealed, ...more] = await entriesOf(ours.gatewayInstanceId)
    expect(sealed).toMatchObject({ kind: 'updated', before: null, after: null, sealed: ['secrets'] })
    expect(more).toEqual([])
    expect(JSON.stringify(sealed)).not.toContain('whatever')
  })

  test('AD-01 no column whose name speaks of a secret is told with its value', async () => {
    const rows = await rowsOf(
      database,
      `select t.tgrelid::regclass || '.' || attname as name from pg_trigger t
       join pg_attribute on attrelid = t.tgrelid and attnum > 0 and not attisdropped
       where tgname = 'audit' and attname ~ 'secret|token|hash|password|sealed|code|session|key'
         and not exists (select from pg_proc p where p.oid = t.tgfoid and p.prosrc ~ ('[{,]' || attname || '[,}]'))
       order by 1`,
    )
    // Places have postal codes, declines have reasons, and of recovery codes it is told how many are left.
    expect(rows.map(({ name }) => name)).toEqual([
      'customers.postal_code',
      'orders.postal_code',
      'payment_attempts.reason_code',
      'second_steps.recovery_codes_left',
      'transactions.failure_code',
    ])
  })

  test('AD-01 figures that others add up are no changes of a record', async () => {
    const customer = { orgId: ours.orgId, firstName: 'Ada', lastName: 'Moss', email: 'ada@moss.example' }
    const [{ id } = { id: '' }] = await database.tenant(ours.orgId, (tx) =>
      tx.insert(customers).values(customer).returning({ id: customers.id }),
    )
    await database.tenant(ours.orgId, (tx) =>
      tx
        .update(customers)
        .set({ ordersCount: 3, totalSpentCents: 900, phoneSpellings: '1' })
        .where(eq(customers.id, id)),
    )
    expect(await entriesOf(id)).toMatchObject([{ kind: 'created', recordName: 'Ada Moss' }])
  })

  test('AD-01 a person is told to each of their organizations, and to no other', async () => {
    const person = { email: 'both@example.com', name: 'Both', passwordHash: '$argon2id$secret' }
    const [{ id } = { id: '' }] = await database.system((tx) => tx.insert(users).values(person).returning())
    const third = await createShop(database, 'Third')
    await database.system((tx) =>
      tx.insert(memberships).values([ours, theirs].map(({ orgId }) => ({ orgId, userId: id }))),
    )
    await database.system((tx) => tx.update(users).set({ passwordHash: '$argon2id$other' }).where(eq(users.id, id)))
    for (const shop of [ours, theirs]) {
      const entries = await entriesOf(id, shop)
      expect(entries).toMatchObject([
        { resource: 'members', tableName: 'memberships', recordName: 'Both', kind: 'created' },
        {
          resource: 'members',
          tableName: 'users',
          kind: 'updated',
          before: null,
          after: null,
          sealed: ['password_hash'],
        },
      ])
      expect(JSON.stringify(entries)).not.toContain('argon2id')
    }
    expect(await entriesOf(id, third)).toEqual([])
  })

  test('AD-01 PM-01 whoever asks for everything reads the entries of their own organization alone', async () => {
    await addOffers(database, theirs, ['Their tent'])
    const seen = await database.tenant(ours.orgId, (tx) =>
      tx.selectDistinct({ orgId: auditEntries.orgId }).from(auditEntries),
    )
    expect(seen).toEqual([{ orgId: ours.orgId }])
    expect(await codeOf(database.system((tx) => tx.select().from(auditEntries)))).toBe('42501')
  })

  test.each([
    ['tells an entry of its own', sql`insert into audit_entries (org_id) values (null)`],
    ['changes one', sql`update audit_entries set actor_name = 'Somebody else'`],
    ['deletes one', sql`delete from audit_entries`],
    ['empties it', sql`truncate audit_entries`],
    ['switches it off', sql`alter table offers disable trigger audit`],
  ])('AD-01 nobody that the server works as %s', async (_, statement) => {
    expect(await codeOf(database.tenant(ours.orgId, (tx) => tx.execute(statement)))).toBe('42501')
    expect(await codeOf(database.system((tx) => tx.execute(statement)))).toBe('42501')
  })

  test.runIf(engine.kind === 'postgres')('AD-01 whoever owns the table changes nothing in it either', async () => {
    const owner = new Client({ connectionString: engine.databaseUrl })
    await owner.connect()
    await owner.query('alter table audit_entries no force row level security')
    const { rows } = await owner.query('select count(*)::int as entries from audit_entries')
    expect(rows[0]).not.toEqual({ entries: 0 })
    for (const statement of [
      "update audit_entries set actor_name = 'Somebody else'",
      'delete from audit_entries',
      'truncate audit_entries',
    ]) {
      await expect(owner.query(statement)).rejects.toThrow('and never changed')
    }
    await owner.query('alter table audit_entries force row level security')
    await owner.end()
  })
})
