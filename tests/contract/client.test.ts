import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { contract } from '../../contract'
import { answer, clientOf, type ClientOptions, pathParams, searchPage } from '../../contract/client/client'
import { RequestError } from '../../contract/client/errors'

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

async function serve(listener: RequestListener, options: Partial<ClientOptions> = {}) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return clientOf(contract, { baseUrl: `http://127.0.0.1:${port}`, getToken: () => null, ...options })
}

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const failure = async (call: Promise<unknown>): Promise<RequestError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(RequestError)
  return error as RequestError
}

test('SE-05 the token is read afresh for every request, and JSON is sent', async () => {
  const seen: IncomingMessage['headers'][] = []
  const tokens = ['one', 'two', null]
  const client = await serve(
    (request, response) => {
      seen.push(request.headers)
      json({ success: true, message: 'ok' })(request, response)
    },
    { getToken: () => tokens[seen.length] ?? null },
  )
  for (const _ of tokens) await client.users.signup({ body: { email: 'a@b.example' } })
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer one', 'Bearer two', undefined])
  expect(seen[0]?.['content-type']).toBe('application/json')
})

test('SE-05 cookies are sent along', async () => {
  const inits: (RequestInit | undefined)[] = []
  const client = await serve(json({}), {
    fetch: (input, init) => {
      inits.push(init)
      return fetch(input, init)
    },
  })
  await client.offers.delete({ params: { offerId: 'off_1' }, body: undefined })
  expect(inits[0]?.credentials).toBe('include')
})

test('AP-05 unknown fields are dropped, absent optional ones are fine', async () => {
  const client = await serve(json({ data: { id: 'cmp_1', name: 'Bare', colour: 'teal' }, took: 3 }))
  const read = await client.campaigns.get({ params: { campaignId: 'cmp_1' }, query: {} })
  expect(answer(read)).toEqual({ data: { id: 'cmp_1', name: 'Bare' } })
})

test('an answer that breaks the contract names endpoint and field', async () => {
  const client = await serve(json({ data: { id: 7, name: 'Odd' } }))
  const error = await failure(client.campaigns.get({ params: { campaignId: 'cmp_1' }, query: {} }))
  expect(error.message).toContain('GET /api/v1/campaigns/:campaignId')
  expect(error.message).toContain('data.id')
})

test('every row of a search is checked against its resource', async () => {
  const client = await serve(json({ data: [{ id: 'off_1', displayName: 'A' }, { id: 'off_2' }], meta: { total: 2 } }))
  const error = await failure(searchPage(client, { organizationId: 'org_1', resource: 'offers' }))
  expect(error.message).toContain('data.1.displayName')
  const campaigns = await serve(json({ data: [{ id: 'prd_1', extra: 1 }], meta: { total: 1 } }))
  expect(await searchPage(campaigns, { organizationId: 'org_1', resource: 'products' })).toEqual({
    rows: [{ id: 'prd_1' }],
    total: 1,
  })
})

test('AP-02 a write may answer with another success, and with nothing', async () => {
  for (const listener of [
    json({ success: true }, 201),
    ((_, response) => void response.writeHead(204).end()) as RequestListener,
  ]) {
    const client = await serve(listener)
    await expect(client.offers.update({ params: { offerId: 'off_1' }, body: { quantity: 1 } })).resolves.toBeDefined()
  }
})

test('ER-01 refusals carry status and body; HTML and a broken connection are no crash', async () => {
  const refused = await serve(json({ message: 'No' }, 422))
  expect(await failure(refused.users.me())).toMatchObject({
    status: 422,
    body: { message: 'No' },
    endpoint: 'GET /api/v1/users/me',
  })
  const html = await serve((_, response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>'))
  expect(await failure(html.users.me())).toMatchObject({
    status: 502,
    message: 'The server could not do this just now (502). Try again in a moment.',
  })
  const broken = await serve((request) => void request.socket.destroy())
  expect(await failure(broken.users.me())).toMatchObject({
    status: undefined,
    message: 'The server did not answer. Check your connection, and try again.',
  })
})

test('a request is given up after its time, and when it is asked to', async () => {
  const silent: RequestListener = () => {}
  const slow = await serve(silent, { timeout: 20 })
  expect((await failure(slow.users.me())).message).toBe('No answer within 0.02 s')
  const client = await serve(silent)
  const controller = new AbortController()
  const asked = client.users.me({ fetchOptions: { signal: controller.signal } })
  controller.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})

test('AP-03 an id is opaque: whatever is in it stays within its path segment', async () => {
  const paths: (string | undefined)[] = []
  const client = await serve((request, response) => {
    paths.push(request.url)
    json({ success: true, message: 'ok' })(request, response)
  })
  await client.offers.delete({ params: pathParams({ offerId: 'a/../b?c#d é' }), body: undefined })
  expect(paths).toEqual(['/api/v1/offers/a%2F..%2Fb%3Fc%23d%20%C3%A9'])
})

test('GE-08 of a text that somebody pasted into a search, no more is looked for than a search takes', async () => {
  const bodies: string[] = []
  const client = await serve((request, response) => {
    void request.setEncoding('utf8').on('data', (chunk: string) => bodies.push(chunk))
    request.on('end', () => json({ data: [], meta: { total: 0 } })(request, response))
  })
  await searchPage(client, { organizationId: 'org_1', resource: 'offers', q: 'x'.repeat(100_000) })
  expect(JSON.parse(bodies.join(''))).toMatchObject({ q: 'x'.repeat(200) })
})
