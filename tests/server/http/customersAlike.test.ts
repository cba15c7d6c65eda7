import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CustomerAlike } from '../../../contract/extensions/customers'
import { customers } from '../../../server/db/schema/customers'
import { demo, knownOf, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  let token = ''
  let orgId = ''

  beforeEach(async () => {
    token = await server.login(demo)
    ;({ orgId } = await knownOf(server, token))
    await database.tenant(orgId, (tx) =>
      tx.delete(customers).where(and(eq(customers.orgId, orgId), sql`email like '%@alike.example'`)),
    )
  })

  const add = async (name: string, more: object = {}) => {
    const email = `${name.toLowerCase()}@alike.example`
    const body = { organizationId: orgId, firstName: name, lastName: 'Alike', email, ...more }
    return ((await call('POST', '/customers', { token, body })).body as { data: { id: string } }).data.id
  }
  const alike = async (typed: object) => {
    const answer = await call('POST', '/customers/alike', { token, body: { organizationId: orgId, ...typed } })
    expect(answer.status).toBe(200)
    return (answer.body as { data: CustomerAlike[] }).data.map(({ id, alike }) => ({ id, alike }))
  }

  test('CU-02 who is typed is there already by email, by number in any spelling, or by name and postal code', async () => {
    const id = await add('Ines', {
      phone: '(212) 555-0163',
      shippingAddress: { postalCode: 'sw1a 1aa', country: 'US' },
    })
    expect(await alike({ email: ' INES@alike.example ' })).toEqual([{ id, alike: ['email'] }])
    for (const phone of ['+1 212-555-0163', '2125550163', '212 555 0163']) {
      expect({ phone, found: await alike({ phone }) }).toEqual({ phone, found: [{ id, alike: ['phone'] }] })
    }
    expect(await alike({ name: 'ines ALIKE', postalCode: 'SW1A1AA' })).toEqual([{ id, alike: ['name'] }])
    expect(await alike({ email: 'ines@alike.example', phone: '212 555 0163' })).toEqual([
      { id, alike: ['email', 'phone'] },
    ])
  })

  test('CU-02 who is alike in more comes first, and nobody is alike by half', async () => {
    const one = await add('Jon', { email: 'shared@alike.example' })
    const both = await add('Kim', { email: 'shared@alike.example', phone: '+1 212 555 0164' })
    const found = await alike({ email: 'shared@alike.example', phone: '+12125550164' })
    expect(found).toEqual([
      { id: both, alike: ['email', 'phone'] },
      { id: one, alike: ['email'] },
    ])
    for (const typed of [
      {},
      { email: 'shared' },
      { phone: '0164' },
      { name: 'Kim Alike' },
      { postalCode: '78704' },
      { email: '%' },
      { name: '', postalCode: '' },
    ]) {
      expect({ typed, found: await alike(typed) }).toEqual({ typed, found: [] })
    }
  })

  test('CU-02 who was deleted is nobody', async () => {
    const id = await add('Lea')
    await call('DELETE', `/customers/${id}`, { token })
    expect(await alike({ email: 'lea@alike.example' })).toEqual([])
  })
})
