import { sql, type SQL } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lists } from '../../../contract/lists/lists'
import { searchResources as resources, type SearchResource } from '../../../contract/search'
import { openDatabase, type Database } from '../../../server/db/database'
import { seedDemo } from '../../../server/db/demo'
import { InvalidSearch } from '../../../server/db/errors'
import { hasKey } from '../../../server/db/keys'
import { campaigns } from '../../../server/db/schema/campaigns'
import { customers } from '../../../server/db/schema/customers'
import { offers } from '../../../server/db/schema/offers'
import { memberships, organizations } from '../../../server/db/schema/organizations'
import { products } from '../../../server/db/schema/products'
import { users } from '../../../server/db/schema/users'
import { searchRows, type Search } from '../../../server/db/search'
import { searchables } from '../../../server/db/searchables'
import { uuidv7 } from 'uuidv7'
import { someDatabases } from '../postgres'
import { addOffers, createShop, offerOf, type Shop } from './fixtures'
import { everyWay } from '../../everyWay'

const engines = await someDatabases()
const answers = new Map<string, unknown>()

/** The call that goes on has an id of chance: the same on every engine. */
const nameCall = (database: Database, orgId: string) =>
  database.tenant(orgId, (tx) =>
    tx.execute(sql`update calls set id = '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a13' where closed_at is null`),
  )

describe.each(engines)('search on $kind', (engine) => {
  let database: Database
  let shop: Shop
  let northwind: string

  const search = (resource: SearchResource, given: Partial<Search>, orgId = northwind) =>
    database.tenant(orgId, (tx) => searchRows(tx, resource, { limit: 10, page: 1, ...given }))
  const names = async (given: Partial<Search>) => {
    const { rows } = await search('offers', given, shop.orgId)
    return rows.map((row) => ('displayName' in row ? row.displayName : undefined))
  }

  /** Expects that what is kept of each facet of a list is what counting its rows says. */
  const expectCounted = async (resource: SearchResource, orgId: string) => {
    const { view, counted = [] } = searchables[resource]
    for (const facet of ['', ...counted]) {
      const column = facet === '' ? sql`''` : sql.identifier(facet)
      const { rows } = await database.tenant(orgId, (tx) =>
        tx.execute<{ value: string; count: number }>(
          sql`select ${column} as value, count(*)::int as count from ${sql.identifier(view)} group by 1`,
        ),
      )
      for (const { value, count } of rows.filter((row) => row.value !== null)) {
        const filters = facet === '' ? {} : { [facet]: value }
        expect((await search(resource, { filters }, orgId)).total, `${resource} ${facet} ${value}`).toBe(count)
      }
    }
  }

  beforeAll(async () => {
    database = await openDatabase(engine)
    await seedDemo(database, new Date('2026-11-20T12:00:00Z'))
    const known = await database.system((tx) => tx.select().from(organizations))
    northwind = known.find(({ name }) => name === 'Northwind Supply')?.id ?? ''
    await nameCall(database, northwind)
    shop = await createShop(database, 'Small')
    await addOffers(database, shop, ['100% Cotton', 'ÉCLAIR', 'snake_case', 'Zebra', 'apple', 'back\\slash'])
  })
  afterAll(async () => {
    await database.close()
    await engine.stop()
  })

  test.each(resources)('AP-01 rows of %s are as the contract declares them', async (resource) => {
    const { rows, total } = await search(resource, { limit: 100 })
    expect(total).toBeGreaterThanOrEqual(rows.length)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(lists[resource].row.safeParse(row).error).toBeUndefined()
      expect(row).not.toHaveProperty('org_id')
      expect(row).not.toHaveProperty('search_text')
    }
  })

  test.each(resources)('GE-01 the totals of %s are what counting says, by every facet', async (resource) => {
    await expectCounted(resource, northwind)
  })

  test.each(resources)('GE-01 rows of %s are found by their ids, whoever asks for which', async (resource) => {
    const { rows } = await search(resource, { limit: 100 })
    const ids = rows.slice(0, 3).map(({ id }) => id)
    for (const q of ['', 'a', '1']) {
      const whole = await search(resource, { q, limit: 100 })
      const due = whole.rows.map(({ id }) => id).filter((id) => ids.includes(id))
      const asked = { ids: [...ids, ids[0]?.toUpperCase() ?? '', 'off_1'] }
      const found = await search(resource, { q, filters: asked })
      expect({ ids: found.rows.map(({ id }) => id), total: found.total }).toEqual({ ids: due, total: due.length })
      expect(await search(resource, { q, filters: asked }, shop.orgId)).toEqual({ rows: [], total: 0 })
    }
    expect((await search(resource, { filters: { ids: ids[0] ?? '' } })).total).toBe(1)
    for (const none of [[], ['off_1']]) expect((await search(resource, { filters: { ids: none } })).total).toBe(0)
  })

  test.each(resources)(
    'GE-01 of %s a filter takes any of several values, with and without a term',
    async (resource) => {
      const { rows } = await search(resource, { limit: 100 })
      for (const name of Object.keys(searchables[resource].list.filters)) {
        const known = rows.map((row): unknown => Object.entries(row).find(([key]) => key === name)?.[1])
        const [one = 'None', other = 'None'] = new Set(known.filter((value) => typeof value === 'string'))
        for (const q of [undefined, 'a']) {
          const total = async (value: string | string[]) =>
            (await search(resource, { q, filters: { [name]: value } })).total
          const due = (await total(one)) + (one === other ? 0 : await total(other))
          expect(await total([one, other, one, 'Nothing "has", {this}']), `${resource} ${name} ${q}`).toBe(due)
          expect(await total([])).toBe(0)
        }
      }
    },
  )

  test('CP-01 an archived campaign is found by its id, although no list shows it unasked', async () => {
    const id = uuidv7()
    await database.tenant(shop.orgId, (tx) =>
      tx.insert(campaigns).values({ orgId: shop.orgId, id, name: 'Put away', archivedAt: new Date() }),
    )
    expect((await search('campaigns', { q: 'put away' }, shop.orgId)).total).toBe(0)
    expect((await search('campaigns', { filters: { ids: [id] } }, shop.orgId)).total).toBe(1)
  })

  test.each(resources)('OT-04 %s are found by each column that the description of the list names', async (resource) => {
    const { rows } = await search(resource, { limit: 100 })
    for (const name of lists[resource].finds) {
      const shown = rows.flatMap((row) => {
        const [, value] = Object.entries(row).find(([key]) => key === name) ?? []
        const text: unknown = name === 'shippingAddress' ? Object.values(value ?? {})[0] : value
        return typeof text === 'string' || typeof text === 'number' ? [{ id: row.id, q: `${text}` }] : []
      })
      const [first] = shown
      expect(first, `${resource} ${name}`).toBeDefined()
      const found = await search(resource, { q: first?.q, limit: 100 })
      expect(
        found.rows.map(({ id }) => id),
        `${resource} ${name}`,
      ).toContain(first?.id)
    }
  })

  test('OR-01 GE-01 the total of every range of amounts and of moments is what counting says', async () => {
    const count = async (condition: SQL) => {
      const { rows } = await database.tenant(northwind, (tx) =>
        tx.execute<{ count: number }>(sql`select count(*)::int as count from order_rows where ${condition}`),
      )
      return rows[0]?.count
    }
    const { rows } = await search('orders', { limit: 100 })
    const ends = rows.map(({ createdAt, ...row }) => ({
      createdAt: createdAt ?? '',
      total: ('total' in row && row.total) || 0,
    }))
    const given = fc.record({ from: fc.constantFrom(...ends), to: fc.constantFrom(...ends) })
    await fc.assert(
      fc.asyncProperty(given, async ({ from, to }) => {
        const totals = await count(sql`total >= ${from.total} and total <= ${to.total}`)
        expect((await search('orders', { filters: { totalMin: from.total, totalMax: to.total } })).total).toBe(totals)
        const days = { createdFrom: from.createdAt, createdTo: to.createdAt }
        const within = await count(sql`"createdAt" >= ${from.createdAt} and "createdAt" <= ${to.createdAt}`)
        expect((await search('orders', { filters: days })).total).toBe(within)
        const least = await count(sql`total >= ${from.total}`)
        expect((await search('orders', { filters: { totalMin: from.total } })).total).toBe(least)
      }),
      { numRuns: 30 },
    )
    for (const totalMin of [1e300, '1e21', 2 ** 53]) {
      expect(await search('orders', { filters: { totalMin } })).toEqual({ rows: [], total: 0 })
    }
  })

  test('GE-01 a kept total is what counting says, whatever came, changed and went at once, and whoever gave up', async () => {
    const { orgId } = await createShop(database, 'Counted')
    const steps = [
      sql`insert into products (org_id, id, name, sku, category, price_cents, status, created_at, updated_at)
        select ${orgId}::uuid, gen_random_uuid(), 'Lamp', gen_random_uuid()::text, (array['A', 'B', null])[1 + n % 3], 100, 'active', now(), now()
        from generate_series(1, 7) as n`,
      sql`update products set status = 'archived', category = 'A' where id in (select id from products order by random() limit 2)`,
      sql`update products set price_cents = 200 where category = 'B'`,
      sql`insert into customers (org_id, id, first_name, last_name, email, country, created_at, updated_at)
        values (${orgId}::uuid, gen_random_uuid(), 'Ada', 'Moss', gen_random_uuid() || '@one.example', 'SE', now(), now())`,
      sql`update customers set deleted_at = case when deleted_at is null then now() end
        where id in (select id from customers order by random() limit 1)`,
      sql`delete from customers where id in (select id from customers order by random() limit 1)`,
      sql`select join_list_counts()`,
    ]
    const givenUp = new Error('Given up')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ chosen: fc.array(fc.nat(6), { minLength: 1, maxLength: 4 }), ends: fc.boolean() }), {
          minLength: 2,
          maxLength: 6,
        }),
        async (transactions) => {
          await Promise.all(
            transactions.map(({ chosen, ends }) =>
              database
                .tenant(orgId, async (tx) => {
                  for (const index of chosen.toSorted()) await tx.execute(steps[index] ?? sql`select 1`)
                  if (!ends) throw givenUp
                })
                .catch((error: unknown) => {
                  if (error !== givenUp) throw error
                }),
            ),
          )
          for (const resource of ['products', 'customers'] as const) await expectCounted(resource, orgId)
        },
      ),
      { numRuns: 12 },
    )
  })

  test.each(resources)(
    'every order that %s offer works, with and without a term, and pages do not overlap',
    async (resource) => {
      for (const sortBy of Object.keys(searchables[resource].sorts)) {
        for (const q of [undefined, 'a']) {
          const pages = await Promise.all(
            [1, 2, 3].map((page) =>
              search(resource, { sortBy, sortOrder: 'desc', limit: 4, page, ...(q === undefined ? {} : { q }) }),
            ),
          )
          const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id))
          expect(new Set(ids).size).toBe(ids.length)
        }
      }
    },
  )

  test('OT-06 newest first by default, filtered by campaign, with the exact total', async () => {
    const { rows, total } = await search('offers', { filters: { campaignId: shop.campaignId }, limit: 2 }, shop.orgId)
    expect(total).toBe(6)
    expect(rows.map((row) => ('displayName' in row ? row.displayName : ''))).toEqual(['back\\slash', 'apple'])
    expect(rows[0]).toMatchObject({ basePrice: 6, shipPrice: null, createdAt: '1970-01-01T00:00:05.000Z' })
    expect(await search('offers', { page: 9 }, shop.orgId)).toEqual({ rows: [], total: 6 })
    expect(await search('offers', { page: 9, q: 'e' }, shop.orgId)).toEqual({ rows: [], total: 3 })
  })

  test('OT-04 a term matches in part, in small or capital letters, and takes % _ \\ as they are', async () => {
    expect(await names({ q: 'éclair' })).toEqual(['ÉCLAIR'])
    expect(await names({ q: 'PPL' })).toEqual(['apple'])
    expect(await names({ q: '%' })).toEqual(['100% Cotton'])
    expect(await names({ q: '_' })).toEqual(['snake_case'])
    expect(await names({ q: '\\' })).toEqual(['back\\slash'])
    expect(await names({ q: "'; drop table offers; --" })).toEqual([])
    expect(await names({ q: '   ' })).toHaveLength(6)
  })

  test('OT-04 NO-01 an offer is found by its SKU, whole or in part, in any case, and by the new one of two changes at once', async () => {
    const own = await createShop(database, 'Numbered')
    const { orgId, productId } = own
    const [lamp = '', ...others] = await addOffers(database, own, ['Lamp', 'Lantern', 'Torch'])
    const found = async (q: string) => (await search('offers', { q }, orgId)).rows.map(({ id }) => id)
    const renumber = (sku: string) =>
      database.tenant(orgId, (tx) =>
        tx
          .update(products)
          .set({ sku })
          .where(hasKey(products, orgId, productId)),
      )
    for (const q of ['A-1', 'a-1', 'a-', 'lamp a-1'])
      expect({ q, ids: await found(q) }).toMatchObject({ q, ids: expect.arrayContaining([lamp]) })
    expect(await found('a-1')).toHaveLength(3)
    await renumber('GH-2040')
    expect(await found('A-1')).toEqual([])
    expect((await found('gh-20')).toSorted()).toEqual([lamp, ...others].toSorted())
    expect((await search('offers', { q: 'GH-2040' }, orgId)).rows[0]).toMatchObject({ productSku: 'GH-2040' })
    // Whatever comes first, an offer that is added while the number changes has the new one.
    const added = offerOf(own, 'Candle')
    await Promise.all([
      renumber('GH-3000'),
      database.tenant(orgId, (tx) => tx.insert(offers).values({ ...added, productSku: 'Anything' })),
    ])
    expect(await found('gh-3000')).toHaveLength(4)
    expect(await search('offers', { q: 'GH-3000' }, shop.orgId)).toEqual({ rows: [], total: 0 })
    // Whoever looks for one to sell sees that its product is sold no more.
    const ofProduct = async () => (await search('offers', { q: 'GH-3000' }, orgId)).rows[0]
    expect(await ofProduct()).toMatchObject({ productStatus: 'active' })
    await database.tenant(orgId, (tx) =>
      tx
        .update(products)
        .set({ status: 'archived' })
        .where(hasKey(products, orgId, productId)),
    )
    expect(await ofProduct()).toMatchObject({ productStatus: 'archived' })
  })

  test('text sorts without regard to capital letters', async () => {
    const sorted = ['100% Cotton', 'apple', 'back\\slash', 'snake_case', 'Zebra', 'ÉCLAIR']
    expect(await names({ sortBy: 'displayName' })).toEqual(sorted)
    expect(await names({ sortBy: 'displayName', sortOrder: 'desc' })).toEqual(sorted.toReversed())
  })

  test('CU-01 a customer is found by any spelling of the phone, by address and by country, unless deleted', async () => {
    const orgId = shop.orgId
    await database.tenant(orgId, (tx) =>
      tx.insert(customers).values([
        { orgId, firstName: 'Ada', email: 'ada@x.example', phone: '+1 (555) 011 72 977', country: 'US' },
        { orgId, firstName: 'Bo', email: 'bo5550117@x.example', phone: '555-01-18', address1: '12 Ålgatan' },
        { orgId, firstName: 'Cy', email: 'cy@x.example', country: 'SE', postalCode: '211 20' },
        { orgId, firstName: 'Di', email: 'di@x.example', phone: '5550117', country: 'US', deletedAt: new Date() },
      ]),
    )
    const found = async (given: Partial<Search>) => {
      const { rows, total } = await search('customers', { sortBy: 'name', ...given }, orgId)
      expect(total).toBe(rows.length)
      return rows.map((row) => ('name' in row ? row.name : undefined))
    }
    expect(await found({})).toEqual(['Ada', 'Bo', 'Cy'])
    for (const q of ['555-0117', '555 0117', '(555)0117', '+1.555.011/72', '72977']) {
      expect({ q, names: await found({ q }) }).toEqual({ q, names: ['Ada'] })
    }
    expect(await found({ q: '5550118' })).toEqual(['Bo'])
    expect(await found({ q: '5550117' })).toEqual(['Ada', 'Bo'])
    expect(await found({ q: '12 ÅLG' })).toEqual(['Bo'])
    expect(await found({ q: '211 20' })).toEqual(['Cy'])
    expect(await found({ q: '(-)' })).toEqual([])
    expect(await found({ filters: { country: 'US' } })).toEqual(['Ada'])
    expect(await found({ filters: { country: 'US' }, q: 'cy@' })).toEqual([])
  })

  test('a filter or an order that does not exist is refused with its place', async () => {
    await expect(search('offers', { sortBy: 'org_id' })).rejects.toMatchObject({ path: 'sortBy' })
    await expect(search('offers', { sortBy: 'constructor' })).rejects.toBeInstanceOf(InvalidSearch)
    await expect(search('customers', { filters: { campaignId: 'x' } })).rejects.toMatchObject({
      path: 'filters.campaignId',
    })
    expect(await search('offers', { filters: { campaignId: 'off_1' } })).toEqual({ rows: [], total: 0 })
  })

  test('KO-02 any page in any order, filtered or searched, is what sorting by hand gives', async () => {
    const { orgId } = await createShop(database, 'Large')
    const known = await database.tenant(orgId, async (tx) => {
      await tx.delete(products)
      await tx.execute(sql`
        insert into products (org_id, id, name, sku, category, price_cents, stock, status, created_at, updated_at)
        select ${orgId}::uuid, gen_random_uuid(), (array['Tent', 'lamp', 'Ébène'])[1 + n % 3] || ' ' || n % 50, 'S-' || n,
          case when n % 4 > 0 then 'Kind ' || n % 3 end, n * 37 % 500, n % 7, 'active', now(), now()
        from generate_series(1, 2300) as n`)
      return tx.select().from(products)
    })
    const keys = {
      name: (row) => row.name.toLowerCase(),
      category: (row) => row.category?.toLowerCase() ?? null,
      price: (row) => row.priceCents,
      stock: (row) => row.stock,
    } satisfies Record<string, (row: (typeof known)[number]) => string | number | null>
    const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
    const requests = fc.record({
      sortBy: fc.constantFrom('name', 'category', 'price', 'stock'),
      sortOrder: fc.constantFrom('asc', 'desc'),
      category: fc.constantFrom(undefined, 'Kind 1', 'None'),
      q: fc.constantFrom('', 'É', 'tent 1', 'zzz'),
      limit: fc.constantFrom(1, 7, 100),
      /** Where in the result the page is: 0 its beginning, 1 its last page, more than 1 behind it. */
      place: fc.double({ min: 0, max: 1.05, noNaN: true }),
    })
    await fc.assert(
      fc.asyncProperty(requests, async ({ sortBy, sortOrder, category, q, limit, place }) => {
        const key = keys[sortBy]
        const turn = sortOrder === 'asc' ? 1 : -1
        const rows = known
          .filter((row) => category === undefined || row.category === category)
          .filter((row) => row.name.toLowerCase().includes(q.toLowerCase()))
          .toSorted((a, b) => {
            const [left, right] = [key(a), key(b)]
            if (left === null || right === null) {
              return left === right ? turn * compare(a.id, b.id) : left === null ? 1 : -1
            }
            return turn * (compare(left, right) || compare(a.id, b.id))
          })
        const page = 1 + Math.floor((place * Math.max(rows.length - 1, 0)) / limit)
        const filters = category === undefined ? {} : { category }
        const found = await search('products', { sortBy, sortOrder, q, limit, page, filters }, orgId)
        const expected = rows.slice((page - 1) * limit, page * limit).map(({ id }) => id)
        expect(found.rows.map(({ id }) => id)).toEqual(expected)
        expect(found.total).toBe(rows.length)
      }),
      { numRuns: 150 },
    )
  })

  test.runIf(everyWay)(
    'CP-02 of 20,000 campaigns those of the person come first, and no page near or far overlaps another',
    async () => {
      const { orgId } = await createShop(database, 'Many campaigns')
      const [person] = await database.system((tx) => tx.select({ id: users.id }).from(users).limit(1))
      const userId = person?.id ?? ''
      await database.system((tx) => tx.insert(memberships).values({ orgId, userId, role: 'agent' }))
      // No statement may take longer than ten seconds, on whatever machine: two thousand at a time.
      for (let from = 1; from <= 20_000; from += 2_000) {
        await database.tenant(orgId, (tx) =>
          tx.execute(sql`
          with made as (
            insert into campaigns (org_id, id, name, created_at, updated_at, version)
            select ${orgId}, gen_random_uuid(), 'Campaign ' || n, timestamptz '2026-01-01' + n * interval '1 minute', now(), 1
            from generate_series(${from}::int, ${from + 1_999}::int) as n returning id, name)
          insert into campaign_members (org_id, campaign_id, user_id)
          select ${orgId}, id, ${userId} from made where right(name, 3) = '500'`),
        )
      }
      const ids = async (page: number, limit: number) => {
        const asked = { limit, page }
        const found = await database.tenant(orgId, (tx) => searchRows(tx, 'campaigns', asked, { person: userId }))
        expect(found.total).toBe(20_001)
        return found.rows.map(({ id, isMine }) => ({ id, isMine }))
      }
      const first = await ids(1, 100)
      expect(first.map(({ isMine }) => isMine)).toEqual(Array.from(first, (_, index) => index < 20))
      // Pages of another length find the same rows in the same places, from either end.
      expect((await Promise.all([1, 2, 3].map((page) => ids(page, 15)))).flat()).toEqual(first.slice(0, 45))
      const far = (await Promise.all([197, 198, 199, 200, 201].map((page) => ids(page, 100)))).flat()
      expect((await Promise.all([394, 395, 396, 397, 398, 399, 400, 401].map((page) => ids(page, 50)))).flat()).toEqual(
        far.slice(50),
      )
      expect(new Set([...first, ...far].map(({ id }) => id)).size).toBe(100 + 401)
    },
  )

  test.runIf(everyWay)('both engines answer alike', async () => {
    for (const resource of resources) {
      for (const given of [{}, { q: 'é' }, { q: 'or', sortBy: 'createdAt' }]) {
        const key = `${resource} ${JSON.stringify(given)}`
        const answer = await search(resource, given)
        if (answers.has(key)) expect(answer).toEqual(answers.get(key))
        answers.set(key, answer)
      }
    }
  })
})
