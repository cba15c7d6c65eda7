import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Customer } from '../../../contract/customers'
import type { CustomerRecord } from '../../../contract/extensions/customers'
import { sheetsOf } from './sheets'
import { demo, type Known, knownOf, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

describe.each(servers)('on $kind', (server: Started) => {
  let token = ''
  let known: Known

  beforeAll(async () => {
    token = await server.login(demo)
    known = await knownOf(server, token)
  })

  const { send, shown, begin, linesOf, commit, undo, listed } = sheetsOf(server, () => ({
    token,
    scope: { organizationId: known.orgId, resource: 'customers' },
  }))

  const customersBy = async (q: string) =>
    (
      (
        await send('POST', '/search', {
          organizationId: known.orgId,
          resource: 'customers',
          q,
          sortBy: 'email',
          limit: 100,
        })
      ).body as { data: Customer[] }
    ).data
  const add = async (fields: object) =>
    (
      (await send('POST', '/customers', { organizationId: known.orgId, ...fields })).body as {
        data: Customer
      }
    ).data
  const recordOf = async (id: string) => ((await send('GET', `/customers/${id}`)).body as { data: CustomerRecord }).data

  test('CU-01 each line of customers says what it does or why not, and every good line is taken over and undone', async () => {
    const one = await add({
      firstName: 'Imre',
      lastName: 'Old',
      email: 'imre@import.example',
      shippingAddress: { country: 'US', address1: '1 Old Road' },
    })
    await send('PUT', `/customers/${one.id}`, { phone: '512 555 0191' })
    await add({ firstName: 'Accented', email: 'ída@import.example' })
    await add({ firstName: 'Twin', email: 'twin@import.example' })
    await add({ firstName: 'Twin', email: 'Twin@import.example' })
    const called = await add({ firstName: 'Callie', phone: '(512) 555-0188', shippingAddress: { country: 'US' } })
    const begun = await begin([
      { email: 'IMRE@import.example', lastName: 'New', city: 'Austin', phone: "'+15125550190" },
      { email: 'ida@import.example', firstName: 'Ida', phone: '030 123456', country: 'Germany', note: '=1+1' },
      { email: 'ida@import.example', firstName: 'Again' },
      { email: 'twin@import.example', lastName: 'Which' },
      { phone: '+1 512 555 0188', lastName: 'Found' },
      { phone: '(512) 555-0191', lastName: 'Again' },
      { firstName: 'Nobody' },
      { email: 'noname@import.example' },
      { email: 'not an address', firstName: 'A', country: 'Atlantis' },
      { email: 'imre2@import.example', firstName: 'Imre', lastName: 'x'.repeat(101) },
    ])
    expect(begun).toMatchObject({ lines: 10, create: 1, update: 2, same: 0, refused: 7, resource: 'customers' })
    const lines = await linesOf(begun.id)
    expect(lines.map(({ line, verdict, problems }) => [line, verdict, ...problems.flatMap(Object.values)])).toEqual([
      [2, 'update'],
      [3, 'create'],
      [4, 'refused', 'email', 'Line 3 has this customer already'],
      [5, 'refused', 'email', '2 customers have this email. Merge them first.'],
      [6, 'update'],
      [7, 'refused', 'email', 'Line 2 has this customer already'],
      [8, 'refused', 'email', 'Email or phone is required'],
      [9, 'refused', 'firstName', 'A new customer needs a first name'],
      [
        10,
        'refused',
        'email',
        'Invalid email address',
        'country',
        'Must be a country, by its name or its two letters, such as US',
      ],
      [11, 'refused', 'lastName', 'At most 100 characters'],
    ])
    expect(lines[0]).toMatchObject({
      sku: 'IMRE@import.example',
      name: 'Imre New',
      changes: [
        { field: 'email', from: 'imre@import.example', to: 'IMRE@import.example' },
        { field: 'lastName', from: 'Old', to: 'New' },
        { field: 'phone', from: '512 555 0191', to: '+15125550190' },
        { field: 'city', from: '', to: 'Austin' },
      ],
    })
    expect(shown(await commit(begun.id))).toMatchObject({ state: 'committed' })
    expect(shown(await commit(begun.id))).toMatchObject({ state: 'committed' })
    expect(await recordOf(one.id)).toMatchObject({
      name: 'Imre New',
      phone: '+15125550190',
      shippingAddress: { address1: '1 Old Road', city: 'Austin', country: 'US' },
    })
    expect((await recordOf(called.id)).name).toBe('Callie Found')
    // By any spelling of a number, also of one that the sheet has brought.
    const [ida] = await customersBy('+49 30 123456')
    expect(ida).toMatchObject({ firstName: 'Ida', email: 'ida@import.example', country: 'DE', note: '=1+1' })
    const told = (await recordOf(one.id)).timeline ?? []
    expect(JSON.stringify(told)).toContain('Last name: Old → New')

    // One who was sold to or changed since stays.
    await send('PUT', `/customers/${called.id}`, { note: 'Changed since' })
    expect(shown(await undo(begun.id))).toMatchObject({ state: 'undone', kept: 1 })
    expect(await recordOf(one.id)).toMatchObject({
      name: 'Imre Old',
      email: 'imre@import.example',
      phone: '512 555 0191',
    })
    expect((await recordOf(called.id)).name).toBe('Callie Found')
    expect(await customersBy('ida@import.example')).toEqual([])
    expect((await listed()).map(({ id }) => id)).not.toContain(begun.id)
  })

  test('CU-01 GE-09 of customers who came or changed since the lines were judged none is taken over', async () => {
    const one = await add({ firstName: 'Vera', email: 'vera@import.example' })
    const message = 'Some of what these lines are about has changed since they were checked. Check them again.'
    const lines = [
      { email: 'vera@import.example', lastName: 'Sheet' },
      { email: 'later@import.example', firstName: 'Later' },
    ]
    const changed = await begin(lines)
    await send('PUT', `/customers/${one.id}`, { lastName: 'Typed' })
    expect(await commit(changed.id)).toMatchObject({ status: 409, body: { message } })
    const came = await begin(lines)
    await add({ firstName: 'Came', email: 'LATER@import.example' })
    expect(await commit(came.id)).toMatchObject({ status: 409, body: { message } })
    const byPhone = await begin([{ phone: '512 555 0177', firstName: 'Later' }])
    await add({ firstName: 'Came', phone: '(512) 555-0177' })
    expect(await commit(byPhone.id)).toMatchObject({ status: 409, body: { message } })
    expect((await recordOf(one.id)).name).toBe('Vera Typed')
  })

  test('CU-01 of imports of the same customers that are taken over at once one is', async () => {
    const lines = Array.from({ length: 20 }, (_, place) => ({
      email: `once${place}@import.example`,
      firstName: 'Onceonly',
    }))
    const begun = await Promise.all(Array.from({ length: 6 }, () => begin(lines)))
    const answers = await Promise.all(begun.map(({ id }) => commit(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await customersBy('Onceonly')).toHaveLength(20)
  })

  test('CU-01 six hundred customers are judged and taken over, and nobody of another organization is among them', async () => {
    const stranger = await server.login('rival@offerdesk.example')
    const theirs = await knownOf(server, stranger)
    const foreign = { organizationId: theirs.orgId, resource: 'customers', name: 'x' }
    expect((await send('POST', '/sheet-imports', foreign)).status).toBe(404)
    const many = Array.from({ length: 600 }, (_, index) => ({
      email: `many${index}@import.example`,
      firstName: `Many ${index}`,
      phone: `+1 512 555 ${String(index).padStart(4, '0')}`,
      country: 'US',
    }))
    const begun = await begin(many)
    expect(begun).toMatchObject({ create: 600, refused: 0 })
    expect(shown(await commit(begun.id))).toMatchObject({ state: 'committed' })
    expect(await customersBy('512-555-0599')).toMatchObject([{ email: 'many599@import.example' }])
    expect(shown(await undo(begun.id))).toMatchObject({ state: 'undone', kept: 0 })
  })
})
