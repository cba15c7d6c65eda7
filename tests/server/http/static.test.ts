import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/config'
import { addressOf, type Preload, tabOf } from '../../../vite/preload'
import { answerError } from '../../../server/http/errors'
import { secure } from '../../../server/http/security'
import { serveApp } from '../../../server/http/static'

const preloads: Record<string, Preload> = {
  '/': { files: ['assets/LandingScreen-1.js'], tabs: {} },
  '/campaigns/$campaignId': {
    files: ['assets/CampaignScreen-1.js', 'assets/CampaignScreen-1.css'],
    tabs: { offers: ['assets/OffersTab-1.js'], email: [] },
  },
  '/campaigns/compare': { files: ['assets/CompareScreen-1.js'], tabs: {} },
}

const root = await mkdtemp(join(tmpdir(), 'offerdesk-dist-'))
for (const [name, content] of Object.entries({
  'index.html': '<p>plain</p>',
  'index.html.br': 'brotli',
  'public.html': '<p>public</p>',
  'inspector.html': '<p>inspector</p>',
  'pay.html': '<p>pay <!-- The order --></p>',
  'assets/app-1.js': 'plain',
  'assets/app-1.js.br': 'brotli',
  'server/main.js': 'the server',
  'server/db/migrations/0000.sql': 'its tables',
  '.vite/preload.json': JSON.stringify(preloads),
})) {
  await mkdir(dirname(join(root, name)), { recursive: true })
  await writeFile(join(root, name), content)
}
const app = Fastify()
app.setErrorHandler(answerError)
await secure(app)
app.get('/api/v1/orders/token/tok-1', () => ({
  id: 'ord_1',
  currency: 'EUR',
  taxTotal: 3.5,
  taxRate: 8.25,
  total: 42.5,
  seller: { name: 'Northwind Supply' },
  items: [{ name: '<b>Rake</b>', quantity: 2, total: 42.5 }],
}))
await serveApp(app, { root, runtimeConfig: { apiHost: '', extensions: true, inspectorUrl: '', signUp: 'open' } })

afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: 'text/html', ...headers } })

test('a build beside a running server, or another release in its place, takes nothing from pages that are open', async () => {
  const built = await mkdtemp(join(tmpdir(), 'offerdesk-built-'))
  await cp(root, built, { recursive: true })
  const lines: string[] = []
  const served = Fastify({ logger: { level: 'debug', stream: { write: (line: string) => void lines.push(line) } } })
  served.setErrorHandler(answerError)
  const runtimeConfig = { apiHost: '', extensions: true, inspectorUrl: '', signUp: 'open' }
  await serveApp(served, { root: built, runtimeConfig })
  const address = await served.listen({ port: 0, host: '127.0.0.1' })
  const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`offerdesk-app-${process.pid}-`))
  await expect.poll(() => lines.some((line) => line.includes('The app is delivered from'))).toBe(true)
  await rm(built, { recursive: true })
  for (const [path, body] of [
    ['/assets/app-1.js', 'plain'],
    ['/', '<p>public</p>'],
    ['/campaigns', '<p>plain</p>'],
  ] as const) {
    const headers = { accept: 'text/html', 'accept-encoding': 'identity' }
    expect(await (await fetch(address + path, { headers })).text()).toBe(body)
  }
  expect(copies()).toHaveLength(1)
  await served.close()
  expect(copies()).toEqual([])
})

describe('what the server delivers', () => {
  test('the server’s own code, which is built beside the app, is not told to anybody', async () => {
    const paths = ['/server/main.js', '/server/db/migrations/0000.sql', '/.vite/preload.json']
    const answers = await Promise.all(paths.map((path) => get(path, { accept: '*/*' })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  })

  test('the frame of the signed-in pages is seen at once where they are, and nowhere else', async () => {
    const at = async (url: string) => (await get(url)).body
    expect([await at('/campaigns'), await at('/payments')]).toEqual(['<p>plain</p>', '<p>plain</p>'])
    expect([await at('/'), await at('/auth?email=x')]).toEqual(['<p>public</p>', '<p>public</p>'])
  })

  test('PY-01 a payment link opens for whatever asks, and with whatever mail programs leave at its end', async () => {
    for (const accept of ['*/*', 'text/html,*/*;q=0.8']) {
      expect(await get('/pay', { accept })).toMatchObject({ statusCode: 200, body: '<p>pay <!-- The order --></p>' })
    }
    expect((await get('/pay', { accept: 'application/json' })).statusCode).toBe(404)
    for (const end of ['.', ',', ').', '%3E', '%20', '%0A', '%E2%80%9D']) {
      expect(await get(`/pay/abc${end}`)).toMatchObject({ statusCode: 302, headers: { location: '/pay/abc' } })
    }
  })

  test('PY-01 PY-05 PY-06 the payment page has the order in it, as text with its tax, and a policy of its own', async () => {
    expect((await get('/pay')).body).toBe('<p>pay <!-- The order --></p>')
    const { body, headers } = await get('/pay/tok-1')
    expect(body).toContain('&lt;b&gt;Rake&lt;/b&gt;')
    expect(body).toContain('€42.50')
    expect(body).toMatch(/Tax \(8\.25 %\)<\/th>\s*<td>€3\.50/)
    expect(body).not.toContain('<b>')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("img-src 'self';connect-src 'self';")
    expect(policy).toContain("form-action 'none'")
    expect((await get('/pay/unknown')).body).toContain('There is nothing at this address')
    expect(String((await get('/campaigns')).headers['content-security-policy'])).toContain('https:')
  })

  test.each(['/assets/app-1.js', '/campaigns'])(
    '%s is kept apart by the encodings that a client takes',
    async (url) => {
      const plain = await get(url)
      const packed = await get(url, { 'accept-encoding': 'br' })
      expect([plain.body.includes('plain'), packed.body]).toEqual([true, 'brotli'])
      expect([plain.headers.vary, packed.headers.vary]).toEqual(['accept-encoding', 'accept-encoding'])
    },
  )

  test.each(['/', '/campaigns', '/assets/app-1.js'])('a part of %s behind its end is a 416', async (url) => {
    const answer = await get(url, { range: 'bytes=9999999-' })
    expect(answer.statusCode).toBe(416)
    expect(answer.json()).toMatchObject({ success: false, error: { code: 'range_not_satisfiable' } })
    expect((await get(url, { range: 'bytes=0-1' })).statusCode).toBe(206)
  })

  test.each(['//[', '//[?x=1', '//host:port/', '//evil.example/campaigns', '/%5B'])(
    '%s is the page that says that there is nothing',
    async (url) => {
      expect(await get(url)).toMatchObject({ statusCode: 200, body: '<p>plain</p>' })
      const { statusCode } = await get(url, { accept: 'application/json' })
      expect(statusCode).toBe(404)
    },
  )

  test.each([
    [{ PUBLIC_URL: 'https://desk.example' }, 'max-age=31536000'],
    [{ PUBLIC_URL: 'https://desk.example', HSTS_SUBDOMAINS: 'on' }, 'max-age=31536000; includeSubDomains'],
    [{ PUBLIC_URL: 'http://desk.example', HSTS_SUBDOMAINS: 'on' }, undefined],
    [{}, undefined],
  ])('with %j browsers are told to keep to TLS: %s', async (env, header) => {
    const served = Fastify()
    await secure(served, readConfig(env))
    served.get('/', async () => 'page')
    expect((await served.inject('/')).headers['strict-transport-security']).toBe(header)
    await served.close()
  })

  test('a document has every header that protects it, an asset those that mean something there', async () => {
    const { headers: page } = await get('/campaigns')
    expect(page['content-security-policy']).toContain("script-src 'self'")
    expect(page['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' })
    // What mails are shown in may look as they say, and has no origin.
    const { headers: mail } = await get('/mail.html')
    expect(mail['content-security-policy']).toBe(
      "default-src 'none';script-src 'none';style-src 'unsafe-inline';img-src data: https:;base-uri 'none';form-action 'none';frame-ancestors 'self';sandbox allow-scripts",
    )
    expect(page['content-security-policy']).not.toContain('unsafe')
    const { headers: asset } = await get('/assets/app-1.js')
    expect(asset).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cache-control': expect.stringContaining('immutable'),
    })
    for (const name of ['x-frame-options', 'cross-origin-opener-policy', 'etag']) expect(asset).not.toHaveProperty(name)
  })

  test.each([
    ['/', ['LandingScreen-1.js>; rel=modulepreload']],
    ['/campaigns/compare', ['CompareScreen-1.js>; rel=modulepreload']],
    [
      '/campaigns/7',
      ['CampaignScreen-1.js>; rel=modulepreload', 'CampaignScreen-1.css>; rel=preload; as=style; crossorigin'],
    ],
    [
      '/campaigns/7/?tab=email',
      ['CampaignScreen-1.js>; rel=modulepreload', 'CampaignScreen-1.css>; rel=preload; as=style; crossorigin'],
    ],
    [
      '/campaigns/7?page=2&tab=offers',
      [
        'CampaignScreen-1.js>; rel=modulepreload',
        'CampaignScreen-1.css>; rel=preload; as=style; crossorigin',
        'OffersTab-1.js>; rel=modulepreload',
      ],
    ],
  ])('the page at %s names the files that its screen and tab need', async (url, files) => {
    for (const encoding of ['identity', 'br']) {
      const { headers } = await get(url, { 'accept-encoding': encoding })
      expect(headers['link']).toBe(files.map((file) => `</assets/${file}`).join(', '))
    }
  })

  test.each(['/campaigns', '/campaigns/7/8', '/campaigns/7?tab=constructor', '/inspector', '/assets/app-1.js'])(
    '%s names no file of another screen',
    async (url) => {
      const { headers } = await get(url)
      expect(String(headers['link'] ?? '')).not.toMatch(/Offers|Landing/)
    },
  )
})

describe('what a build writes down', () => {
  const routes = fileURLToPath(new URL('../../../src/routes', import.meta.url))
  const files = readdirSync(routes, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.tsx'))
  const sourceOf = (file: string) => readFileSync(join(routes, file), 'utf8')

  test.each(files.filter((file) => sourceOf(file).includes('createFileRoute(')))(
    'the address of %s is the one that the router gives it',
    (file) => {
      const id = /createFileRoute\('([^']*)'\)/.exec(sourceOf(file))?.[1] ?? ''
      const shown = id.replaceAll(/\/_\w+/g, '')
      expect(addressOf(file)).toBe(shown === '' || shown === '/' ? '/' : shown.replace(/\/$/, ''))
    },
  )

  test.each(files.filter((file) => sourceOf(file).includes('lazyPage(')))('%s loads its screen lazily', (file) => {
    expect(sourceOf(file)).toMatch(/lazyPage\(\(\) => import\('[^']*Screen'\)\)/)
  })

  test('a tab has its file by its name', () => {
    expect(tabOf('/src/screens/campaigns/OffersTab.tsx')).toBe('offers')
    expect(tabOf('/src/screens/campaigns/CampaignScreen.tsx')).toBeUndefined()
  })
})
