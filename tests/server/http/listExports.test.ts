import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'papaparse'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ExportedList, exportedLists } from '../../../contract/extensions/listExports'
import { openShop, type TestShop } from '../shop'
import { demo, type Started, startSomewhere } from './start'

const run = promisify(execFile)
const soffice = ['/usr/bin/soffice', '/usr/local/bin/soffice', process.env['SOFFICE'] ?? ''].find(
  (path) => path !== '' && existsSync(path),
)

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const email = 'miles.carter@offerdesk.example'

describe.each(servers)('on $kind', (server: Started) => {
  const { call } = server
  let shop: TestShop
  let agent = ''

  const exported = async (resource: ExportedList, more: object = {}, token = shop.token) => {
    const body = { organizationId: shop.orgId, resource, ...more }
    const answer = await call('POST', '/exports/csv', { token, body })
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } })
    const { text } = answer.body as { text: string }
    expect(text.startsWith('\uFEFF')).toBe(true)
    const [head = [], ...lines] = parse<string[]>(text.slice(1).trimEnd()).data
    return { head, lines }
  }
  /** The same rows as a search tells them, page by page. */
  const searched = async (resource: ExportedList, more: object = {}, token = shop.token) => {
    const rows: Record<string, unknown>[] = []
    for (let page = 1; ; page += 1) {
      const body = { organizationId: shop.orgId, resource, limit: 100, page, ...more }
      const { data } = (await call('POST', '/search', { token, body })).body as { data: typeof rows }
      rows.push(...data)
      if (data.length < 100) return rows
    }
  }
  const settle = (permissions: object) =>
    call('PUT', `/organizations/${shop.orgId}/permissions`, { token: shop.token, body: permissions })

  beforeAll(async () => {
    shop = await openShop(server, demo)
    agent = await server.login(email)
    const body = { organizationId: shop.orgId, firstName: '=HYPERLINK("http://evil.example")', email: 'f@b.example' }
    expect((await call('POST', '/customers', { token: shop.token, body })).status).toBe(200)
  })

  test('ST-02 an export has every row that its search finds, in its order, with the heads of the screen', async () => {
    const asked: [ExportedList, object, (row: Record<string, unknown>) => unknown][] = [
      ['orders', {}, ({ number }) => `#${String(number)}`],
      ['orders', { sortBy: 'total', sortOrder: 'asc' }, ({ number }) => `#${String(number)}`],
      [
        'orders',
        { filters: { paymentStatus: ['paid', 'unpaid'], totalMin: 50 } },
        ({ number }) => `#${String(number)}`,
      ],
      ['orders', { q: 'ada' }, ({ number }) => `#${String(number)}`],
      ['customers', { sortBy: 'name', sortOrder: 'desc' }, ({ email: of }) => of],
      ['customers', { q: 'a', filters: { country: 'US' } }, ({ email: of }) => of],
      ['transactions', { filters: { type: 'refund' } }, ({ orderNumber }) => `#${String(orderNumber)}`],
      ['calls', { filters: { outcome: ['paid', 'missed'] } }, ({ agentName }) => agentName],
    ]
    const place: Partial<Record<ExportedList, number>> = { orders: 0, customers: 1, transactions: 1, calls: 2 }
    for (const [resource, more, known] of asked) {
      const [{ lines }, rows] = await Promise.all([exported(resource, more), searched(resource, more)])
      const shown = lines.map((line) => line[place[resource] ?? 0] ?? '')
      expect([resource, more, shown]).toEqual([resource, more, rows.map((row) => known(row) ?? '')])
    }
    const { head, lines } = await exported('orders')
    expect(head).toEqual([
      'Order',
      'Date (America/Chicago)',
      'Customer',
      'Campaign',
      'Agent',
      'Total',
      'Payment',
      'Fulfilment',
      'Currency',
    ])
    expect(lines[0]?.[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(lines[0]?.at(-1)).toBe('USD')
    const transactions = await exported('transactions', { filters: { type: 'refund', status: 'succeeded' } })
    expect(Number(transactions.lines[0]?.[4])).toBeLessThan(0)
    const calls = await exported('calls', { filters: { outcome: 'paid' } })
    expect(calls.head).toEqual([
      'Began (America/Chicago)',
      'Customer',
      'Agent',
      'Campaign',
      'Offer',
      'Outcome',
      'Closed as',
      'Order',
      'Until paid (s)',
    ])
    expect(calls.lines[0]?.[5]).toBe('Paid')
    expect(calls.lines[0]?.[7]).toMatch(/^#\d+$/)
    const customers = await exported('customers', { q: 'f@b.example' })
    expect(customers.lines[0]?.[0]).toBe(`'=HYPERLINK("http://evil.example")`)
    expect((await exported('orders', { q: 'nobody is called so' })).lines).toEqual([])
    const wrong = { organizationId: shop.orgId, resource: 'orders', sortBy: 'nothing' }
    expect(await call('POST', '/exports/csv', { token: shop.token, body: wrong })).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_failed' } },
    })
  })

  test('ST-02 every list is a file with a line for each of its rows', async () => {
    for (const resource of exportedLists) {
      const [{ head, lines }, rows] = await Promise.all([exported(resource), searched(resource)])
      expect([resource, lines.length]).toEqual([resource, rows.length])
      expect(lines.every((line) => line.length === head.length)).toBe(true)
    }
  })

  test.skipIf(soffice === undefined)(
    'ST-02 LibreOffice opens a list as a workbook, with numbers, dates and texts as they are',
    { timeout: 120_000 },
    async () => {
      const text = ['007', '=1+1', '+44 20 7946 0018', '-5', '@home', '1e5', 'a\u0001b', ' <b>&"x" ']
      const names = text.map((name, place) => ({ name: place === 0 ? 'Lamp' : name, sku: `${name.trim()}-${place}` }))
      names.push({ name: 'Seven', sku: '007' })
      for (const product of names) {
        const body = { organizationId: shop.orgId, price: 1234.5, category: 'Workbook', ...product }
        const made = await call('POST', '/products', { token: shop.token, body })
        if (!product.name.includes('\u0001')) expect(made).toMatchObject({ status: 200 })
      }
      const folder = await mkdtemp(join(tmpdir(), 'offerdesk-xlsx-'))
      const read = async (resource: ExportedList, more: object) => {
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/v1/exports/xlsx',
          headers: { authorization: `Bearer ${shop.token}` },
          payload: { organizationId: shop.orgId, resource, ...more },
        })
        expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        await writeFile(join(folder, `${resource}.xlsx`), answer.rawPayload)
      }
      const narrowed = { products: { filters: { category: ['Workbook'] } }, orders: { q: '' } }
      for (const [resource, more] of Object.entries(narrowed)) await read(resource as ExportedList, more)
      const profile = `-env:UserInstallation=file://${folder}/profile`
      // Formulas as they are, not what they come to: a text that was run would differ.
      const csv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false'
      const files = Object.keys(narrowed).map((name) => join(folder, `${name}.xlsx`))
      await run(soffice ?? '', [profile, '--headless', '--convert-to', csv, '--outdir', folder, ...files])
      const cells = async (name: string) =>
        parse<string[]>((await readFile(join(folder, `${name}.csv`), 'utf8')).trimEnd()).data
      const [head, ...lines] = await cells('products')
      expect(head?.slice(0, 4)).toEqual(['Name', 'SKU', 'Category', 'Price'])
      const shown = lines.map(([name, sku, , price]) => ({ name, sku, price }))
      for (const { name, sku } of names.filter((one) => !one.name.includes('\u0001'))) {
        expect(shown).toContainEqual({ name: name.trim(), sku, price: '1234.5' })
      }
      const orders = await cells('orders')
      const asText = await exported('orders')
      expect(orders).toEqual([asText.head, ...asText.lines])
      await rm(folder, { recursive: true })
    },
  )

  test('ST-02 agents export where owners have settled it, and no orders but those that they see', async () => {
    const body = (resource: string) => ({ organizationId: shop.orgId, resource })
    for (const resource of exportedLists) {
      expect(await call('POST', '/exports/csv', { token: agent, body: body(resource) })).toMatchObject({
        status: 403,
        body: { message: 'Only an owner can export lists.' },
      })
    }
    expect(await settle({ exports: true })).toMatchObject({ status: 200, body: { data: { exports: true } } })
    const all = await exported('orders', {}, agent)
    expect(all.lines).toEqual((await exported('orders')).lines)
    await settle({ seesAllOrders: false })
    for (const resource of ['orders', 'transactions'] as const) {
      const own = await exported(resource, {}, agent)
      expect(own.lines).toHaveLength((await searched(resource, {}, agent)).length)
      expect(own.lines.length).toBeLessThan((await exported(resource)).lines.length)
    }
    const own = await exported('orders', {}, agent)
    expect(new Set(own.lines.map((line) => line[4]))).toEqual(new Set(['Miles Carter']))
    await settle({ exports: false, seesAllOrders: true })
    expect((await call('POST', '/exports/csv', { token: agent, body: body('orders') })).status).toBe(403)
  })
})
