import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo, type Known, knownOf, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

interface Shown {
  id: string
  version: number
}

describe.each(servers)('on $kind', (server: Started) => {
  let token = ''
  let known: Known

  beforeAll(async () => {
    token = await server.login(demo)
    known = await knownOf(server, token)
  })

  const call = (method: string, path: string, body?: unknown, ifMatch?: string) =>
    server.call(method, path, { token, body, headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } })
  const shown = (answer: { body: object }) => (answer.body as { data: Shown }).data
  const listed = async (resource: string, id: string) => {
    const body = { organizationId: known.orgId, resource, limit: 100 }
    const { data } = (await call('POST', '/search', body)).body as { data: Shown[] }
    return data.find((row) => row.id === id)
  }

  const offer = async () =>
    shown(
      await call('POST', `/campaigns/${known.campaignId}/offers`, {
        organizationId: known.orgId,
        productId: known.productId,
        displayName: 'Versioned',
        quantity: 5,
        basePrice: 10,
        maxPrice: 20,
      }),
    )
  const customer = async () =>
    shown(await call('POST', '/customers', { organizationId: known.orgId, firstName: 'Vera', email: 'vera@v.example' }))
  const product = async () =>
    shown(await call('POST', '/products', { organizationId: known.orgId, name: 'V', sku: `V-${Date.now()}`, price: 1 }))
  const campaign = async () => shown(await call('GET', `/campaigns/${known.campaignId}`))

  const records: [name: string, resource: string, make: () => Promise<Shown>, fields: [object, object]][] = [
    ['offer', 'offers', offer, [{ quantity: 4 }, { displayName: 'Mine' }]],
    ['customer', 'customers', customer, [{ note: 'Theirs' }, { firstName: 'Mine' }]],
    ['product', 'products', product, [{ category: 'Theirs' }, { name: 'Mine' }]],
    ['campaign', 'campaigns', campaign, [{ internalNote: 'Theirs' }, { category: 'Mine' }]],
  ]

  test.each(records)(
    'GE-09 the version of a %s grows, and a change of an outdated one is refused with the newest',
    async (_name, resource, make, [theirs, mine]) => {
      const made = await make()
      const path = `/${resource}/${made.id}`
      expect((await listed(resource, made.id))?.version).toBe(made.version)
      const changed = await call('PUT', path, theirs, `"${made.version}"`)
      expect(changed).toMatchObject({ status: 200, body: { data: { version: made.version + 1, ...theirs } } })

      const refused = await call('PUT', path, mine, `"${made.version}"`)
      expect(refused).toMatchObject({
        status: 409,
        body: { success: false, error: { code: 'outdated', details: { current: shown(changed) } } },
      })
      expect(await listed(resource, made.id)).toMatchObject({ version: made.version + 1, ...theirs })

      // The answer carries what the next change needs, and without the header nothing is asked for.
      expect(await call('PUT', path, mine, `"${shown(changed).version}"`)).toMatchObject({ status: 200 })
      expect(await call('PUT', path, theirs)).toMatchObject({ status: 200 })
      expect(await call('PUT', path, mine, '*')).toMatchObject({ body: { data: { version: made.version + 4 } } })
    },
  )

  test.each(records.slice(0, 2))(
    'GE-09 an outdated %s is not deleted; the newest one is',
    async (_name, resource, make, [theirs]) => {
      const made = await make()
      const path = `/${resource}/${made.id}`
      await call('PUT', path, theirs)
      expect(await call('DELETE', path, undefined, `"${made.version}"`)).toMatchObject({
        status: 409,
        body: { error: { details: { current: { id: made.id, ...theirs } } } },
      })
      expect(await call('DELETE', path, undefined, `"${made.version + 1}"`)).toMatchObject({ status: 200 })
      expect(await call('DELETE', path, undefined, `"${made.version + 1}"`)).toMatchObject({ status: 404 })
      expect(await call('PUT', path, theirs, `"${made.version + 1}"`)).toMatchObject({ status: 404 })
    },
  )

  test('GE-09 of ten changes of one version at once, one is made', async () => {
    const { id, version } = await offer()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, quantity) => call('PUT', `/offers/${id}`, { quantity }, `"${version}"`)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect((await listed('offers', id))?.version).toBe(version + 1)
  })

  test('GE-09 an outdated change is told so before its fields are judged with newer ones', async () => {
    const { id, version } = await offer()
    await call('PUT', `/offers/${id}`, { maxPrice: 5 })
    expect(await call('PUT', `/offers/${id}`, { minPrice: 8 }, `"${version}"`)).toMatchObject({ status: 409 })
  })

  test('EM-02 an auto-responder has its version', async () => {
    const path = `/campaigns/${known.campaignId}/autoresponders/email`
    const body = { subject: 's', body: 'b', event: 'order.completed', from: 'a@b.example' }
    const made = shown(await call('POST', path, { ...body, pluginInstanceId: known.pluginId }))
    expect(made.version).toBe(1)
    const { data } = (await call('GET', path)).body as { data: Shown[] }
    expect(data.find(({ id }) => id === made.id)?.version).toBe(1)
  })

  test.each(['3', '"3', 'abc', ''])('AP-02 If-Match %j is refused and named', async (ifMatch) => {
    expect(await call('PUT', `/campaigns/${known.campaignId}`, { category: 'Never' }, ifMatch)).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'headers.if-match' }] } },
    })
  })
})
