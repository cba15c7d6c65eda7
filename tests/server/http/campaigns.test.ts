import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo, type Known, knownOf, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

interface Shown {
  id: string
  name: string
  status: string
  archived: string
  version: number
  offersCount: number
  members: { id: string; name: string }[]
}

describe.each(servers)('on $kind', (server: Started) => {
  let token = ''
  let known: Known

  beforeAll(async () => {
    token = await server.login(demo)
    known = await knownOf(server, token)
  })

  const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
    server.call(method, path, { token, ...(body && { body }), ...(headers && { headers }) })
  const shown = ({ status, body }: { status: number; body: unknown }) => {
    expect({ status, body }).toMatchObject({ status: 200 })
    return (body as { data: Shown }).data
  }
  const started = async (fields: object) =>
    shown(await call('POST', '/campaigns', { organizationId: known.orgId, ...fields }))
  const found = async (filters?: object) => {
    const body = {
      organizationId: known.orgId,
      resource: 'campaigns',
      q: 'cp-01',
      limit: 100,
      ...(filters && { filters }),
    }
    const answer = await call('POST', '/search', body)
    return (answer.body as { data: Shown[] }).data.map(({ name }) => name).toSorted()
  }
  const offersOf = async (campaignId: string) => {
    const body = { organizationId: known.orgId, resource: 'offers', filters: { campaignId }, limit: 100 }
    const { data } = (await call('POST', '/search', body)).body as { data: Record<string, unknown>[] }
    return data.map(({ displayName, basePrice, quantity, productId }) => ({
      displayName,
      basePrice,
      quantity,
      productId,
    }))
  }

  test('CP-01 a new campaign is active and its maker sells in it', async () => {
    const campaign = await started({ name: ' CP-01 plain ', type: 'phone', startDate: '2026-03-01T22:00:00Z' })
    expect(campaign).toMatchObject({
      name: 'CP-01 plain',
      status: 'active',
      type: 'phone',
      startDate: '2026-03-01',
      offersCount: 0,
      archived: 'false',
      members: [{ name: 'Dana Reyes' }],
    })
    expect(
      await call('POST', '/campaigns', {
        organizationId: known.orgId,
        name: 'x',
        endDate: '2026-01-01',
        startDate: '2026-01-02',
      }),
    ).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.endDate', message: 'End date must not be before the start date' }] } },
    })
  })

  test('CP-01 the categories and the types that there are, and the campaigns of one', async () => {
    await started({ name: 'CP-01 kind', category: 'CP-01 category', type: 'CP-01 type' })
    const { body } = await call('GET', `/campaign-kinds?organizationId=${known.orgId}`)
    const { data } = body as { data: { field: string; name: string }[] }
    expect(data).toContainEqual({ field: 'category', name: 'CP-01 category' })
    expect(data).toContainEqual({ field: 'type', name: 'CP-01 type' })
    expect(new Set(data.map(({ field, name }) => `${field} ${name}`)).size).toBe(data.length)
    expect(await found({ category: 'CP-01 category', type: 'CP-01 type' })).toEqual(['CP-01 kind'])
  })

  test('CP-01 a campaign after another one has its offers in their order, its auto-responders and its members', async () => {
    const from = shown(await call('GET', `/campaigns/${known.campaignId}`))
    const copy = await started({ name: 'CP-01 copy', copiedFrom: known.campaignId })
    expect(copy).toMatchObject({ offersCount: from.offersCount, members: from.members })
    expect(from.offersCount).toBeGreaterThan(1)
    expect(await offersOf(copy.id)).toEqual(await offersOf(from.id))
    const responders = async (id: string) => {
      const { body } = await call('GET', `/campaigns/${id}/autoresponders/email`)
      return (body as { data: { subject: string }[] }).data.map(({ subject }) => subject)
    }
    expect(await responders(copy.id)).toEqual(await responders(from.id))
  })

  test('CP-01 an archived campaign is left out of lists, sells nothing new and is not changed, until it is restored', async () => {
    const campaign = await started({ name: 'CP-01 archived', copiedFrom: known.campaignId })
    const path = `/campaigns/${campaign.id}`
    const archived = shown(await call('POST', `${path}/archive`, {}, { 'if-match': `"${campaign.version}"` }))
    expect(archived).toMatchObject({ archived: 'true', version: campaign.version + 1 })
    expect(await found()).not.toContain('CP-01 archived')
    expect(await found({ archived: 'true' })).toEqual(['CP-01 archived'])
    const refused = { status: 409, body: { message: 'This campaign is archived. Restore it first.' } }
    expect(await call('POST', `${path}/archive`, {})).toMatchObject(refused)
    expect(await call('PUT', path, { name: 'Changed' })).toMatchObject(refused)
    expect(await call('PUT', `${path}/members`, { memberIds: [] })).toMatchObject(refused)
    const offer = {
      organizationId: known.orgId,
      productId: known.productId,
      displayName: 'Late',
      quantity: 1,
      basePrice: 1,
    }
    expect(await call('POST', `${path}/offers`, offer)).toMatchObject(refused)
    expect(await call('POST', `${path}/restore`, {}, { 'if-match': `"${campaign.version}"` })).toMatchObject({
      status: 409,
      body: { error: { code: 'outdated', details: { current: { archived: 'true' } } } },
    })
    expect(shown(await call('POST', `${path}/restore`, {}))).toMatchObject({ archived: 'false' })
    expect(await call('POST', `${path}/restore`, {})).toMatchObject({
      status: 409,
      body: { message: 'This campaign is not archived.' },
    })
    expect(await found()).toContain('CP-01 archived')
  })

  test('CP-02 the campaigns in which a person sells come first, unless something is sorted by, on every page and with a search', async () => {
    const made: Shown[] = []
    for (let index = 0; index < 7; index += 1) made.push(await started({ name: `first come ${index}` }))
    const others = made.filter((_, index) => index % 2 === 0)
    for (const { id } of others) await call('PUT', `/campaigns/${id}/members`, { memberIds: [] })
    const page = async (search: object) => {
      const body = { organizationId: known.orgId, resource: 'campaigns', limit: 3, ...search }
      const answer = (await call('POST', '/search', body)).body as {
        data: { name: string; isMine: boolean }[]
        meta: { total: number }
      }
      return { ...answer.meta, rows: answer.data.map(({ name, isMine }) => (isMine ? `${name} mine` : name)) }
    }
    const q = 'first come'
    expect(await Promise.all([1, 2, 3, 4].map((number) => page({ q, page: number })))).toEqual([
      { total: 7, rows: ['first come 5 mine', 'first come 3 mine', 'first come 1 mine'] },
      { total: 7, rows: ['first come 6', 'first come 4', 'first come 2'] },
      { total: 7, rows: ['first come 0'] },
      { total: 7, rows: [] },
    ])
    for (const [index, { id }] of made.slice(0, 2).entries()) {
      const isMine = index === 1
      expect(shown(await call('GET', `/campaigns/${id}`))).toMatchObject({ isMine })
      expect(shown(await call('PUT', `/campaigns/${id}`, { category: 'Lamps' }))).toMatchObject({ isMine })
    }
    expect((await page({ q, sortBy: 'name' })).rows).toEqual(['first come 0', 'first come 1 mine', 'first come 2'])
    const all = await page({ limit: 100 })
    expect(all.rows.length).toBe(all.total)
    expect(all.rows.map((name) => name.endsWith(' mine'))).toEqual(
      all.rows.map((name) => name.endsWith(' mine')).toSorted((a, b) => Number(b) - Number(a)),
    )
    expect(all.rows.slice(-4)).toEqual(['first come 6', 'first come 4', 'first come 2', 'first come 0'])
  })
  test('CP-02 who sells in a campaign is said by ids of members, and by nobody else', async () => {
    const campaign = await started({ name: 'CP-01 members', copiedFrom: known.campaignId })
    const path = `/campaigns/${campaign.id}/members`
    const [first, second] = campaign.members
    const less = shown(await call('PUT', path, { memberIds: [second?.id, second?.id] }))
    expect(less).toMatchObject({ members: [second], version: campaign.version + 1 })
    const stranger = await call('PUT', path, { memberIds: [first?.id, known.productId, 'nobody'] })
    expect(stranger).toMatchObject({ status: 422, body: { error: { details: [{ path: 'body.memberIds' }] } } })
    expect(shown(await call('GET', `/campaigns/${campaign.id}`)).members).toEqual([second])
    expect(shown(await call('PUT', path, { memberIds: [] })).members).toEqual([])
  })

  test('NO-05 the script of a campaign is kept apart from it, upon the version that was read, and copied with it', async () => {
    const campaign = await started({ name: 'NO-05 script' })
    const path = `/campaigns/${campaign.id}/script`
    expect(shown(await call('GET', path))).toMatchObject({ id: campaign.id, script: null, version: campaign.version })
    const script = 'Hello {customer.firstName},\nthis is {agent.name}.'
    const kept = shown(await call('PUT', path, { script: ` ${script}\n` }))
    expect(kept).toMatchObject({ script, version: campaign.version + 1 })
    expect(shown(await call('GET', `/campaigns/${campaign.id}`))).not.toHaveProperty('script')
    const headers = { 'if-match': `"${campaign.version}"` }
    expect(await call('PUT', path, { script: 'Late' }, headers)).toMatchObject({
      status: 409,
      body: { error: { details: { current: { script } } } },
    })
    expect((await call('PUT', path, { script: 'x'.repeat(20_001) })).status).toBe(422)
    const copy = await started({ name: 'NO-05 copy', copiedFrom: campaign.id })
    expect(shown(await call('GET', `/campaigns/${copy.id}/script`))).toMatchObject({ script })
    expect(shown(await call('PUT', path, { script: '' }))).toMatchObject({ script: null })
    await call('POST', `/campaigns/${campaign.id}/archive`, {})
    expect(await call('PUT', path, { script })).toMatchObject({ status: 409 })
  })

  test('WF-05 a deleted offer is gone for everybody, and comes back as it was within a day', async () => {
    const campaign = await started({ name: 'CP-01 offers', copiedFrom: known.campaignId })
    const before = await offersOf(campaign.id)
    const body = { organizationId: known.orgId, resource: 'offers', filters: { campaignId: campaign.id }, limit: 1 }
    const { data } = (await call('POST', '/search', body)).body as { data: { id: string }[] }
    const path = `/offers/${data[0]?.id}`
    expect(await call('POST', `${path}/restore`, {})).toMatchObject({ status: 404 })
    expect(await call('DELETE', path)).toMatchObject({ status: 200 })
    expect(await offersOf(campaign.id)).toEqual(before.slice(1))
    expect(await call('DELETE', path)).toMatchObject({ status: 404 })
    expect(await call('PUT', path, { quantity: 1, minPrice: 1 })).toMatchObject({ status: 404 })
    expect(shown(await call('GET', `/campaigns/${campaign.id}`)).offersCount).toBe(before.length - 1)
    expect(await call('POST', `${path}/restore`, {})).toMatchObject({ status: 200 })
    expect(await offersOf(campaign.id)).toEqual(before)
  })
})
