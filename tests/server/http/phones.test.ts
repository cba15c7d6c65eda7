import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { customerOfNumber } from '../../../server/calls/read'
import { readPhones } from '../../../server/customers/readPhones'
import { customers } from '../../../server/db/schema/customers'
import { organizations } from '../../../server/db/schema/organizations'
import { openShop, type TestShop } from '../shop'
import { rival, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  let shop: TestShop

  beforeEach(async () => {
    shop = await openShop(server, rival)
    // In the United States, as far as numbers without a country's code go.
    await database.system((tx) =>
      tx.update(organizations).set({ currency: 'USD' }).where(eq(organizations.id, shop.orgId)),
    )
    await database.tenant(shop.orgId, (tx) =>
      tx.delete(customers).where(and(eq(customers.orgId, shop.orgId), sql`email like '%@phones.example'`)),
    )
  })

  const add = async (firstName: string, phone: string, country = '') => {
    const email = `${firstName.toLowerCase()}@phones.example`
    const shippingAddress = country === '' ? {} : { country }
    const body = { organizationId: shop.orgId, firstName, email, phone, shippingAddress }
    const answer = await call('POST', '/customers', { token: shop.token, body })
    return (answer.body as { data: { id: string; phone: string | null; version: number } }).data
  }
  const found = async (q: string) => {
    const body = { organizationId: shop.orgId, resource: 'customers', q, page: 1, limit: 10 }
    const answer = await call('POST', '/search', { token: shop.token, body })
    return (answer.body as { data: { firstName: string }[] }).data.map(({ firstName }) => firstName)
  }
  const caller = (phone: string) => database.tenant(shop.orgId, (tx) => customerOfNumber(tx, shop.orgId, phone))
  const rowOf = async (id: string) => {
    const rows = await database.tenant(shop.orgId, (tx) => tx.select().from(customers).where(eq(customers.id, id)))
    return rows[0]
  }

  test('CU-01 a number is found by parts of spellings that nobody typed', async () => {
    const { id } = await add('Olwen', '020 7946 0958', 'gb')
    for (const q of ['020 7946', '+44 20 7946', '0044 20 79460958', '+44 (0)20 7946 0958', '79460', '44-20']) {
      expect({ q, found: await found(q) }).toEqual({ q, found: ['Olwen'] })
    }
    await add('Ida', '+46 (0)40 12 34 56')
    for (const q of ['040-123', '+4640123', '40 12 34'])
      expect({ q, found: await found(q) }).toEqual({ q, found: ['Ida'] })
    await call('PUT', `/customers/${id}`, { token: shop.token, body: { phone: '' } })
    expect(await found('+44 20 7946')).toEqual([])
    expect(await rowOf(id)).toMatchObject({ phone: null, phoneE164: null })
  })

  test('CA-01 the number of a call finds its customer by E.164, wherever either of them left the country out', async () => {
    const dialled = await add('Cora', '(212) 555-0187')
    expect(await rowOf(dialled.id)).toMatchObject({ phone: '(212) 555-0187', phoneE164: '+12125550187' })
    for (const phone of ['+12125550187', '212.555.0187', '2125550187', '011 1 212 555 0187', '1 212 5550187']) {
      expect({ phone, id: await caller(phone) }).toEqual({ phone, id: dialled.id })
    }
    expect(await caller('555-0187')).toBeNull()
    // Where the customer is decides, also when it is changed later.
    await call('PUT', `/customers/${dialled.id}`, { token: shop.token, body: { shippingAddress: { country: 'se' } } })
    expect(await rowOf(dialled.id)).toMatchObject({ phone: '(212) 555-0187', phoneE164: '+462125550187' })
    await call('PUT', `/customers/${dialled.id}`, { token: shop.token, body: { phone: '+1 212 555 0187' } })
    expect(await caller('(212) 555 0187')).toBe(dialled.id)
  })

  test('CA-01 of several customers with a number it is the one who bought last', async () => {
    const older = await add('Early', '+1 212 555 0190')
    await add('Never', '+1 212 555 0190')
    await database.tenant(shop.orgId, (tx) =>
      tx
        .update(customers)
        .set({ lastOrderAt: new Date('2026-01-01') })
        .where(eq(customers.id, older.id)),
    )
    expect(await caller('+12125550190')).toBe(older.id)
  })

  test('CU-01 what is no number is kept as it was typed, and found by its digits', async () => {
    for (const [name, phone] of [
      ['Una', 'ask for Una, 555 0142'],
      ['Ben', '12'],
      ['Cho', '+999 123'],
      ['Eva', '+1 (555) 011 72 977'],
    ] as const) {
      const { id } = await add(name, phone)
      expect(await rowOf(id)).toMatchObject({ phone, phoneE164: null, phoneSpellings: '' })
    }
    expect(await found('555-0142')).toEqual(['Una'])
    expect(await found('555-0117')).toEqual(['Eva'])
    expect(await caller('1 555 01172977')).not.toBeNull()
  })

  test('CU-01 numbers from before they were read are read soon after, and no customer changes by it', async () => {
    const { id } = await add('Gwen', '020 7946 0911', 'gb')
    const other = await add('Hal', 'none')
    await database.tenant(shop.orgId, (tx) =>
      tx.update(customers).set({ phoneE164: null, phoneSpellings: null }).where(eq(customers.orgId, shop.orgId)),
    )
    const before = await rowOf(id)
    expect(await found('0044 20 7946 0911')).toEqual([])
    await readPhones(database)
    const after = await rowOf(id)
    expect(after).toMatchObject({ phoneE164: '+442079460911', version: before?.version, updatedAt: before?.updatedAt })
    expect(await found('0044 20 7946 0911')).toEqual(['Gwen'])
    expect(await rowOf(other.id)).toMatchObject({ phoneE164: null, phoneSpellings: '' })
  })

  test('CA-01 a number finds its customer by an index', async () => {
    const plan = await database.tenant(shop.orgId, async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`
        explain select id from customers
        where org_id = ${shop.orgId} and deleted_at is null and (phone_e164 = '+12125550187' or phone_digits = '2125550187')`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('customers_by_phone')
    expect(plan).toContain('customers_by_digits')
  })
})
