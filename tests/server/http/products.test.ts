import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lowStock, type Product } from '../../../contract/products'
import type { StockMovement } from '../../../contract/extensions/products'
import { fold } from '../../../machines/lives/life'
import { productLife } from '../../../machines/lives/productLife'
import { Random } from '../../../server/db/demoData/random'
import { type Answer, demo, type Known, knownOf, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

describe.each(servers)('on $kind', (server: Started) => {
  const { call } = server
  let token = ''
  let known: Known

  beforeAll(async () => {
    token = await server.login(demo)
    known = await knownOf(server, token)
  })

  const shown = ({ body }: Answer) => (body as { data: Product }).data
  const post = (path: string, body: object = {}, headers = {}) => call('POST', path, { token, body, headers })
  const add = async (fields: object) =>
    shown(await post('/products', { organizationId: known.orgId, name: 'Lamp', price: 12.5, ...fields }))
  const read = async (id: string) => shown(await call('GET', `/products/${id}`, { token }))
  const movements = async (id: string, query = '?limit=100') =>
    (await call('GET', `/products/${id}/movements${query}`, { token })).body as {
      data: StockMovement[]
      meta: { total: number }
    }
  const found = async (filters: object, q?: string) => {
    const answer = await post('/search', { organizationId: known.orgId, resource: 'products', filters, q, limit: 100 })
    return (answer.body as { data: Product[] }).data
  }

  test('PR-02 a product is added, read, found, changed and cleared', async () => {
    const product = await add({ sku: 'PT-1', category: 'Light', description: 'Bright.', stock: 7 })
    expect(product).toMatchObject({ name: 'Lamp', sku: 'PT-1', price: 12.5, stock: 7, status: 'active', version: 1 })
    expect(await read(product.id)).toEqual(product)
    const { organizationId: _, ...row } = product
    expect(await found({}, 'pt-1')).toEqual([row])
    const changed = await call('PUT', `/products/${product.id}`, {
      token,
      body: { price: 0.07, category: '', imageUrl: 'https://pictures.example/lamp.png' },
      headers: { 'if-match': '"1"' },
    })
    expect(shown(changed)).toMatchObject({ price: 0.07, category: null, stock: 7, version: 2, description: 'Bright.' })
    const late = await call('PUT', `/products/${product.id}`, {
      token,
      body: { name: 'Late' },
      headers: { 'if-match': '"1"' },
    })
    expect(late).toMatchObject({ status: 409, body: { error: { details: { current: { name: 'Lamp', version: 2 } } } } })
  })

  test('PR-02 a SKU that another product has is told at its field', async () => {
    const body = { organizationId: known.orgId, name: 'Again', price: 1, sku: 'PT-taken' }
    expect(await post('/products', body)).toMatchObject({ status: 200 })
    const details = [{ path: 'body.sku', message: 'Another product has this SKU' }]
    expect(await post('/products', body)).toMatchObject({ status: 422, body: { error: { details } } })
    const other = await add({ sku: 'PT-other' })
    const changed = await call('PUT', `/products/${other.id}`, { token, body: { sku: 'PT-taken' } })
    expect(changed).toMatchObject({ status: 422, body: { error: { details } } })
  })

  test('PR-02 an archived product gets no new offers until it is restored', async () => {
    const product = await add({ sku: 'PT-archive' })
    const offer = { organizationId: known.orgId, productId: product.id, displayName: 'O', quantity: 1, basePrice: 1 }
    const sell = () => post(`/campaigns/${known.campaignId}/offers`, offer)
    expect(await post(`/products/${product.id}/restore`)).toMatchObject({
      status: 409,
      body: { message: 'This product is not archived.' },
    })
    expect(shown(await post(`/products/${product.id}/archive`))).toMatchObject({ status: 'archived', version: 2 })
    const message = 'This product is archived. Restore it to offer it again.'
    expect(await sell()).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.productId', message }] } },
    })
    expect(await post(`/products/${product.id}/archive`)).toMatchObject({
      status: 409,
      body: { message: 'This product is archived already.' },
    })
    expect(shown(await post(`/products/${product.id}/restore`, {}, { 'if-match': '"2"' })).status).toBe('active')
    expect(await sell()).toMatchObject({ status: 200, body: { data: { campaignName: expect.any(String) } } })
  })

  test('LI-06 the status of every product is what its events come to', async () => {
    const { rows } = await server.database.tenant(known.orgId, (tx) =>
      tx.execute<{ status: string; events: { type: 'archive' | 'restore' }[] }>(`
        select status, (select coalesce(jsonb_agg(jsonb_build_object('type', kind) order by e.created_at, e.id), '[]')
          from record_events e where e.org_id = p.org_id and resource = 'products' and record_id = p.id
            and kind in ('archive', 'restore')) as events
        from products p where org_id = current_org()`),
    )
    expect(rows.length).toBeGreaterThan(100)
    for (const { status, events } of rows) expect(fold(productLife, events)).toBe(status)
  })

  test('PR-02 a copy has a SKU of its own and nothing in stock, made one time however often it is asked for', async () => {
    const product = await add({ sku: 'PT-copied', stock: 4, category: 'Light' })
    const copy = (headers = {}) => post(`/products/${product.id}/duplicate`, {}, headers)
    const [first, second] = await Promise.all([copy(), copy()])
    expect([shown(first).sku, shown(second).sku].toSorted()).toEqual(['PT-copied-COPY', 'PT-copied-COPY-2'])
    expect(shown(first)).toMatchObject({ name: 'Lamp (copy)', stock: 0, price: 12.5, category: 'Light' })
    expect(shown(await post(`/products/${shown(first).id}/duplicate`)).sku).toBe('PT-copied-COPY-3')
    const key = { 'idempotency-key': 'copied' }
    expect(shown(await copy(key))).toEqual(shown(await copy(key)))
  })

  test('PR-03 a stock is adjusted by a number and to a count, with who, why and what was there then', async () => {
    const product = await add({ sku: 'PT-stock', stock: 5 })
    const adjust = (body: object, headers = {}) => post(`/products/${product.id}/stock`, body, headers)
    expect(shown(await adjust({ by: -3, reason: 'Broken' })).stock).toBe(2)
    const key = { 'idempotency-key': 'counted' }
    expect(shown(await adjust({ to: 11, reason: 'Counted' }, key)).stock).toBe(11)
    expect(shown(await adjust({ to: 11, reason: 'Counted' }, key)).stock).toBe(11)
    expect(shown(await read(product.id).then((data) => ({ body: { data } }) as Answer))).toMatchObject({ version: 1 })
    const { data, meta } = await movements(product.id)
    expect(meta.total).toBe(3)
    expect(
      data.map(({ kind, quantity, stock, reason, userName }) => [kind, quantity, stock, reason, userName]),
    ).toEqual([
      ['adjustment', 9, 11, 'Counted', 'Dana Reyes'],
      ['adjustment', -3, 2, 'Broken', 'Dana Reyes'],
      ['opening', 5, 5, null, 'Dana Reyes'],
    ])
    expect((await movements(product.id, '?limit=1&page=2')).data).toEqual([data[1]])
    expect((await movements(product.id, '?limit=1&page=9')).data).toEqual([])
  })

  test.each([
    [{ by: -6, reason: 'r' }, 'body.by', 'Only 5 units are left in stock.'],
    [{ to: 5, reason: 'r' }, 'body.to', 'This changes nothing.'],
    [{ by: 0, reason: 'r' }, 'body.by', 'This changes nothing.'],
    [{ by: 9_999_999, reason: 'r' }, 'body.by', 'At most 9999999 units can be in stock.'],
    [{ by: 1, to: 1, reason: 'r' }, 'body.by', 'Give either a number of units or a count'],
    [{ reason: 'r' }, 'body.by', 'Give either a number of units or a count'],
    [{ by: 1.5, reason: 'r' }, 'body.by', expect.any(String)],
    [{ to: -1, reason: 'r' }, 'body.to', expect.any(String)],
    [{ by: 1, reason: ' ' }, 'body.reason', expect.any(String)],
  ])('PR-03 the adjustment %j is refused at %s', async (body, path, message) => {
    const product = (await found({}, 'PT-refused'))[0] ?? (await add({ sku: 'PT-refused', stock: 5 }))
    const answer = await post(`/products/${product.id}/stock`, body)
    expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ path, message }] } } })
    expect((await read(product.id)).stock).toBe(5)
  })

  test('PR-03 of adjustments at once none takes what another has taken', async () => {
    const product = await add({ sku: 'PT-race', stock: 10 })
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => post(`/products/${product.id}/stock`, { by: -1, reason: 'Taken' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect((await read(product.id)).stock).toBe(0)
  })

  test('PR-03 LI-06 a stock is the sum of its movements, whatever is called at once and in whatever order', async () => {
    const random = new Random(7)
    const ids = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => (await add({ sku: `PT-sum-${index}`, stock: index * 3 })).id),
    )
    const statuses = new Set<number>()
    for (let round = 0; round < 25; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => {
          const path = `/products/${random.pick(ids)}/stock`
          const body = random.chance(0.3) ? { to: random.between(0, 20) } : { by: random.between(-9, 9) }
          return post(path, { ...body, reason: `Round ${round}` })
        }),
      )
      for (const { status } of answers) statuses.add(status)
    }
    expect([...statuses].toSorted()).toEqual([200, 422])
    const { rows } = await server.database.tenant(known.orgId, (tx) =>
      tx.execute<{ stock: number; sum: number }>(`
        select stock, (select coalesce(sum(quantity), 0)::int from stock_movements m
          where m.org_id = p.org_id and m.product_id = p.id) as sum
        from products p where org_id = current_org()`),
    )
    expect(rows.length).toBeGreaterThan(200)
    for (const { stock, sum } of rows) expect(sum).toBe(stock)
    for (const id of ids) {
      const { data } = await movements(id)
      expect(Math.min(...data.map(({ stock }) => stock))).toBeGreaterThanOrEqual(0)
    }
  })

  test('PR-03 a stock is the sum of its movements also when one statement has several of them', async () => {
    const { id } = await add({ sku: 'PT-together', stock: 5 })
    const { rows } = await server.database.tenant(known.orgId, async (tx) => {
      await tx.execute(`
        insert into stock_movements (org_id, id, product_id, kind, quantity, created_at)
        select current_org(), gen_random_uuid(), '${id}', 'adjustment', quantity, now() from (values (4), (-1), (2)) as moved (quantity)`)
      return tx.execute<{ stock: number }>(`select stock from products where org_id = current_org() and id = '${id}'`)
    })
    expect(rows).toEqual([{ stock: 10 }])
  })

  test('PR-01 the categories that there are', async () => {
    await add({ sku: 'PT-category', category: 'A category of its own' })
    const { body } = await call('GET', `/product-categories?organizationId=${known.orgId}`, { token })
    const names = (body as { data: { name: string }[] }).data.map(({ name }) => name)
    expect(names).toContain('A category of its own')
    const all = (await found({})).flatMap(({ category }) => category ?? [])
    expect(all.every((category) => names.includes(category))).toBe(true)
    expect(new Set(names).size).toBe(names.length)
  })

  test('PR-01 products that are low in stock are found', async () => {
    await add({ sku: 'PT-low', category: 'Levels', stock: lowStock })
    await add({ sku: 'PT-enough', category: 'Levels', stock: lowStock + 1 })
    expect((await found({ category: 'Levels', stockLevel: 'low' })).map(({ sku }) => sku)).toEqual(['PT-low'])
    expect((await found({ category: 'Levels', stockLevel: 'low' }, 'lamp')).map(({ sku }) => sku)).toEqual(['PT-low'])
    expect((await found({ category: 'Levels', stockLevel: 'enough' })).map(({ sku }) => sku)).toEqual(['PT-enough'])
  })
})
