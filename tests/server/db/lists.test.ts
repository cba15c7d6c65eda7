import { sql } from 'drizzle-orm'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { lists } from '../../../contract/lists/lists'
import { sortsOf } from '../../../contract/lists/description'
import { searchResources, type SearchResource } from '../../../contract/search'
import { type Database, openDatabase } from '../../../server/db/database'
import { condition, demandsOf, type Filters } from '../../../server/db/demands'
import { searchables } from '../../../server/db/searchables'
import type { Transaction } from '../../../server/db/transactions'
import { scratchDatabases } from '../postgres'
import { rowsOf } from './fixtures'

const folder = 'contract/lists'
const sources = readdirSync(folder).map((name) => {
  const path = `${folder}/${name}`
  return { path, lines: readFileSync(path, 'utf8').split('\n') }
})

/** Where a list's description says something, such as `contract/lists/orders.ts:41 createdFrom`. */
function place(resource: SearchResource, name: string): string {
  const source = sources.find(({ lines }) => lines.some((line) => line.includes(`resource: '${resource}'`)))
  const line = source?.lines.findIndex((text) => new RegExp(`^\\s*(?:.*')?${name}(?:'|: )`).test(text)) ?? -1
  return `${source?.path}:${line + 1} ${name}`
}

interface Plan {
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The index that is searched by the filter itself and not by the organization alone; undefined when there is none. */
async function servingIndex(tx: Transaction, resource: SearchResource, filters: Filters): Promise<string | undefined> {
  const { preset: _, ...searchable } = searchables[resource]
  const demands = await demandsOf(tx, searchable, filters)
  const conditions = demands === 'none' ? [] : demands.map(condition)
  await tx.execute(sql`set local enable_seqscan = off`)
  const { rows } = await tx.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(sql`
    explain (format json) select id from ${sql.identifier(searchable.view)}
    where ${sql.join([sql`org_id = (select current_org())`, ...conditions], sql` and `)}`)
  const [found] = rows
  for (const { 'Index Name': index, 'Index Cond': searched } of found ? nodesOf(found['QUERY PLAN'][0].Plan) : []) {
    if (index === undefined || searched === undefined) continue
    const named = await tx.execute<{ key: string | null }>(
      sql`select pg_get_indexdef(${index}::regclass, 2, true) as key`,
    )
    const bare = (text: string) => text.replaceAll(/[\s()]/g, '')
    if (bare(searched).includes(bare(named.rows[0]?.key ?? 'no second column'))) return index
  }
  return undefined
}

const values = { id: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a02', choice: 'one', text: 'one' }
/** Beyond what there is, so that an index is worth its while. */
const ends = { from: { moment: '2099-01-01', money: 9_000_000 }, to: { moment: '1999-01-01', money: 0 } }
/** What a view works out of the sale that a call led to: rows are looked for by it within days alone, as reports do. */
const withinDays: Readonly<Partial<Record<SearchResource, readonly string[]>>> = {
  calls: ['outcome', 'campaignId', 'offerId'],
  transactions: ['taken'],
}
const engines = await scratchDatabases('demo')

describe.each(engines)('the descriptions of lists on $kind', (engine) => {
  let database: Database
  let orgId: string

  beforeAll(async () => {
    database = await openDatabase(engine)
    const [northwind] = await rowsOf(database, `select id from organizations where name = 'Northwind Supply'`)
    orgId = String(northwind?.['id'])
    // The demo has but one, of which every index is as good as any other.
    await database.tenant(orgId, (tx) =>
      tx.execute(sql`
        insert into calls (org_id, id, agent_id, customer_id, order_id, disposition, started_at, ended_at, closed_at)
        select org_id, gen_random_uuid(), agent_id, customer_id, id, 'sold', created_at, created_at, created_at
        from orders, generate_series(1, 20) where org_id = (select current_org()) limit 2000`),
    )
    await database.analyze()
  })
  afterAll(async () => {
    await database.close()
    await engine.stop()
  })

  test.each(searchResources)('GE-01 whatever the list of %s names, its view has', async (resource) => {
    const { view, list, cents } = searchables[resource]
    const columns = await rowsOf(
      database,
      `select attname as name from pg_attribute where attrelid = '${view}'::regclass and attnum > 0`,
    )
    const known = new Set(columns.map(({ name }) => name))
    const named = [
      ...Object.keys(list.columns),
      ...Object.keys(list.filters),
      ...Object.values(list.ranges).map(({ column }) => column),
      ...sortsOf(list),
      ...lists[resource].finds,
    ]
    const missing = named.filter((name) => !known.has(name)).map((name) => `${place(resource, name)}: not in ${view}`)
    expect(missing).toEqual([])
    expect(Object.values(cents).filter((name) => !known.has(name))).toEqual([])
  })

  test.each(searchResources)('GE-01 every filter of %s is served by an index of its own', async (resource) => {
    const { list } = searchables[resource]
    const asked: [name: string, filters: Filters][] = [
      ['ids', { ids: values.id }],
      ...Object.entries(list.filters).map(([name, { kind }]): [string, Filters] => [
        name,
        { [name]: values[kind], ...(withinDays[resource]?.includes(name) && { createdFrom: ends.from.moment }) },
      ]),
      ...Object.entries(list.ranges).map(([name, { kind, operator }]): [string, Filters] => [
        name,
        { [name]: ends[operator][kind] },
      ]),
    ]
    const unserved: string[] = []
    for (const [name, filters] of asked) {
      const index = await database.tenant(orgId, (tx) => servingIndex(tx, resource, filters))
      if (index === undefined) unserved.push(`${place(resource, name)}: no index serves ${JSON.stringify(filters)}`)
    }
    expect(unserved).toEqual([])
  })

  test('GE-01 of several values, too, an index finds the rows', async () => {
    await database.tenant(orgId, (tx) =>
      tx.execute(sql`
        insert into products (org_id, id, name, sku, category, price_cents, status, created_at, updated_at)
        select ${orgId}::uuid, gen_random_uuid(), 'Lamp', 'many-' || n, 'Kind ' || n, 100, 'active', now(), now()
        from generate_series(1, 3000) as n`),
    )
    await rowsOf(database, 'analyze')
    const { id } = values
    for (const filters of [{ ids: [id, id.replace('7c1a', '7c1b')] }, { category: ['Kind 1', 'Kind 2', 'None'] }]) {
      expect(await database.tenant(orgId, (tx) => servingIndex(tx, 'products', filters))).toBeDefined()
    }
  })
})
