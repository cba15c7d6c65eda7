import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchFirst } from './firstReads'

const id = 'cmp_1'
const search = `{"organizationId":"org_1","resource":"offers","limit":10,"page":1,"filters":{"campaignId":"${id}"}}`
const sent = (token: string, body?: string): RequestInit => ({
  method: body === undefined ? 'GET' : 'POST',
  headers: { accept: 'application/json', authorization: `Bearer ${token}` },
  body: body ?? null,
})

/** What was fetched, as method and address, and which of it fails. */
let fetched: string[] = []
let failing = ''

/** A page that is opened here, with what its browser remembers. */
async function open(path: string, remembered: Record<string, string>, config: object = { extensions: true }) {
  const { pathname, search: asked } = new URL(path, 'https://app.example')
  vi.stubGlobal('window', {})
  vi.spyOn(performance, 'now').mockReturnValue(100)
  vi.stubGlobal('location', { pathname, search: asked })
  vi.stubGlobal('localStorage', { getItem: (name: string) => remembered[name] ?? null })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    fetched.push(`${method} ${url}`)
    if (failing !== '' && url.includes(failing)) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(url === '/config.json' ? config : { asked: fetched.length }))
  })
  vi.resetModules()
  // It has no types, as the build puts it into the page as it is.
  const script = '../app/firstReads.js'
  await import(script)
  await vi.waitFor(() => expect(fetched.length).toBeGreaterThan(0), { timeout: 30_000 })
  await new Promise((resolve) => setTimeout(resolve))
}

beforeEach(() => {
  fetched = []
  failing = ''
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const signedIn = { auth_token: 'tkn_1', orgId: 'org_1' }
const first = ['GET /config.json', 'GET /api/v1/users/me', `GET /api/v1/campaigns/${id}?withMembers=true`]

test('RT-12 SE-05 what a campaign shows is asked for at once, and found by the very same request, once', async () => {
  await open(`/campaigns/${id}?tab=offers`, signedIn)
  expect(fetched).toEqual([...first, 'POST /api/v1/search'])
  await fetchFirst('/config.json')
  await fetchFirst('/api/v1/users/me', sent('tkn_1'))
  await fetchFirst('/api/v1/search', sent('tkn_1', search))
  expect(fetched).toHaveLength(4)
  await fetchFirst('/api/v1/search', sent('tkn_1', search))
  expect(fetched).toHaveLength(5)
})

test('SE-05 another token or another page of rows is another request', async () => {
  await open(`/campaigns/${id}?tab=offers`, signedIn)
  await fetchFirst('/api/v1/users/me', sent('tkn_2'))
  await fetchFirst('/api/v1/search', sent('tkn_1', search.replace('"page":1', '"page":2')))
  expect(fetched.slice(4)).toEqual(['GET /api/v1/users/me', 'POST /api/v1/search'])
})

test.each([
  ['nobody is signed in', '/campaigns/cmp_1', {}, undefined, ['GET /config.json']],
  ['another list is asked for', '/campaigns/cmp_1?tab=offers&page=2', signedIn, undefined, first],
  ['another screen is opened', '/orders', signedIn, undefined, first.slice(0, 2)],
  ['the backend has the core alone', '/campaigns/cmp_1', signedIn, {}, first.slice(0, 2)],
] as const)('AP-05 RT-12 no more is asked for where %s', async (_, path, remembered, config, asked) => {
  await open(path, remembered, config)
  expect(fetched).toEqual(asked)
})

test('GE-09 GE-16 what failed, and what was asked for long ago, is asked for again', async () => {
  failing = '/users/me'
  await open('/orders', signedIn)
  failing = ''
  expect((await fetchFirst('/api/v1/users/me', sent('tkn_1'))).ok).toBe(true)
  expect(fetched.slice(2)).toEqual(['GET /api/v1/users/me'])
  await open('/orders', signedIn)
  const asked = fetched.length
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  await fetchFirst('/api/v1/users/me', sent('tkn_1'))
  expect(fetched).toHaveLength(asked + 1)
})
