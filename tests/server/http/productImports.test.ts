import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../../../contract/products'
import { forgetOldImports } from '../../../server/sheetImports/forget'
import { sheetsOf } from './sheets'
import { demo, type Known, knownOf, type Started, startSomewhere, startOn } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const day = 86_400_000

describe.each(servers)('on $kind', (server: Started) => {
  let token = ''
  let known: Known

  beforeAll(async () => {
    token = await server.login(demo)
    known = await knownOf(server, token)
  })

  const { send, shown, begin, linesOf, commit, undo, listed } = sheetsOf(server, () => ({
    token,
    scope: { organizationId: known.orgId },
  }))

  const productsBy = async (q: string) =>
    (
      (
        await send('POST', '/search', {
          organizationId: known.orgId,
          resource: 'products',
          q,
          sortBy: 'sku',
          limit: 100,
        })
      ).body as { data: Product[] }
    ).data

  test('PR-04 each line says what it does or why not, and every good line is taken over', async () => {
    await send('POST', '/products', { organizationId: known.orgId, sku: 'IM-1', name: 'One', price: 5, stock: 3 })
    await send('POST', '/products', { organizationId: known.orgId, sku: 'IM-2', name: 'Two', price: 5 })
    const begun = await begin([
      { sku: 'IM-1', name: 'One!', price: '6,50', stock: '10' },
      { sku: 'IM-2', name: 'Two', price: '5.00', stock: '' },
      { sku: 'IM-3', name: "'=1+1", price: '€ 1.234,50', stock: '4', category: 'Import', imageUrl: '' },
      { sku: 'IM-3', name: 'Twice', price: '1' },
      { sku: 'IM-4', name: 'No price' },
      { sku: 'IM-5', name: 'Ambiguous', price: '1,234' },
      { sku: 'IM-6', name: 'Formula', price: '=1+1', stock: '-1' },
      { name: 'No SKU', price: '1' },
    ])
    expect(begun).toMatchObject({ lines: 8, create: 1, update: 1, same: 1, refused: 5, state: 'open' })
    const lines = await linesOf(begun.id)
    expect(lines.map(({ line, verdict, problems }) => [line, verdict, ...problems.flatMap(Object.values)])).toEqual([
      [2, 'update'],
      [3, 'same'],
      [4, 'create'],
      [5, 'refused', 'sku', 'Line 4 has this SKU already'],
      [6, 'refused', 'price', 'A new product needs a price'],
      [7, 'refused', 'price', 'Leave out the thousands sign, as in 1234'],
      [
        8,
        'refused',
        'price',
        'This is a formula. Only its result can be read: paste the values.',
        'stock',
        'Stock must be a non-negative integer',
      ],
      [9, 'refused', 'sku', 'SKU is required'],
    ])
    expect(lines[0]?.changes).toEqual([
      { field: 'name', from: 'One', to: 'One!' },
      { field: 'price', from: 5, to: 6.5 },
      { field: 'stock', from: 3, to: 10 },
    ])
    // What a new one would be, but for the columns that name it.
    expect(lines[2]?.changes).toEqual([
      { field: 'category', from: null, to: 'Import' },
      { field: 'price', from: null, to: 1234.5 },
      { field: 'stock', from: null, to: 4 },
    ])
    expect((await linesOf(begun.id, '?verdict=refused&after=7')).map(({ line }) => line)).toEqual([8, 9])
    expect(shown(await commit(begun.id))).toMatchObject({ state: 'committed', undoUntil: expect.any(String) })
    expect(shown(await commit(begun.id))).toMatchObject({ state: 'committed' })
    expect((await productsBy('IM-')).map(({ sku, name, price, stock }) => [sku, name, price, stock])).toEqual([
      ['IM-1', 'One!', 6.5, 10],
      ['IM-2', 'Two', 5, 0],
      ['IM-3', '=1+1', 1234.5, 4],
    ])
    const [one, , three] = await productsBy('IM-')
    const reasons = async (id = '') =>
      ((await send('GET', `/products/${id}/movements`)).body as { data: { reason: string; userName: string }[] }).data
    const why = { reason: 'Import of lines.csv', userName: 'Dana Reyes' }
    expect((await reasons(one?.id))[0]).toMatchObject({ ...why, kind: 'import', quantity: 7 })
    expect((await reasons(three?.id))[0]).toMatchObject({ ...why, kind: 'opening', quantity: 4 })
  })

  test('PR-04 what has changed since the lines were judged is taken over in no part', async () => {
    const { id } = shown(
      await send('POST', '/products', { organizationId: known.orgId, sku: 'IO-1', name: 'Old', price: 5 }),
    )
    const cells = [
      { sku: 'IO-1', name: 'New' },
      { sku: 'IO-2', name: 'Two', price: '1' },
    ]
    const message = 'Some of what these lines are about has changed since they were checked. Check them again.'
    const changed = await begin(cells)
    await send('PUT', `/products/${id}`, { name: 'Changed' })
    expect(await commit(changed.id)).toMatchObject({ status: 409, body: { message } })
    const taken = await begin(cells)
    await send('POST', '/products', { organizationId: known.orgId, sku: 'IO-2', name: 'Taken', price: 5 })
    expect(await commit(taken.id)).toMatchObject({ status: 409, body: { message } })
    expect((await productsBy('IO-')).map(({ name }) => name)).toEqual(['Changed', 'Taken'])
    // Judged again, it is what the person sees then.
    const again = { lines: cells.map((line, index) => ({ line: index + 2, cells: line })) }
    expect(shown(await send('PUT', `/sheet-imports/${taken.id}/lines`, again))).toMatchObject({ update: 2 })
    expect(shown(await commit(taken.id))).toMatchObject({ state: 'committed' })
    expect((await productsBy('IO-')).map(({ name }) => name)).toEqual(['New', 'Two'])
  })

  test('PR-04 an import is undone for a day, but for what was used or changed since', async () => {
    const add = (sku: string, stock: number) =>
      send('POST', '/products', { organizationId: known.orgId, sku, name: 'Before', price: 5, stock, category: 'Old' })
    await add('IU-1', 2)
    await add('IU-2', 2)
    await add('IU-3', 2)
    const begun = await begin([
      { sku: 'IU-1', name: 'After', category: 'New', stock: '9' },
      { sku: 'IU-2', name: 'After' },
      { sku: 'IU-3', stock: '9' },
      { sku: 'IU-4', name: 'Made', price: '1', stock: '3' },
      { sku: 'IU-5', name: 'Made and offered', price: '1' },
    ])
    expect(await undo(begun.id)).toMatchObject({
      status: 409,
      body: { message: 'This import has not been taken over.' },
    })
    await commit(begun.id)
    const by = Object.fromEntries((await productsBy('IU-')).map((product) => [product.sku, product.id]))
    await send('PUT', `/products/${by['IU-2']}`, { name: 'Changed since' })
    await send('POST', `/products/${by['IU-3']}/stock`, { by: -5, reason: 'Sold' })
    await send('POST', `/campaigns/${known.campaignId}/offers`, {
      organizationId: known.orgId,
      productId: by['IU-5'],
      displayName: 'Offered',
      quantity: 1,
      basePrice: 1,
    })
    expect((await listed())[0]?.id).toBe(begun.id)
    const later = await startOn(server.database, { now: () => new Date(Date.now() + day + 1) })
    const tooLate = await later.call('POST', `/sheet-imports/${begun.id}/undo`, { token, body: {} })
    expect(tooLate.status === 401 || tooLate.status === 409).toBe(true)
    await later.stop()
    expect(shown(await undo(begun.id))).toMatchObject({ state: 'undone', kept: 3 })
    expect(shown(await undo(begun.id))).toMatchObject({ state: 'undone', kept: 3 })
    expect((await listed()).map(({ id }) => id)).not.toContain(begun.id)
    expect((await productsBy('IU-')).map(({ sku, name, category, stock }) => [sku, name, category, stock])).toEqual([
      ['IU-1', 'Before', 'Old', 2],
      ['IU-2', 'Changed since', 'Old', 2],
      ['IU-3', 'Before', 'Old', 4],
      ['IU-5', 'Made and offered', null, 0],
    ])
    expect((await linesOf(begun.id)).map(({ kept }) => kept)).toEqual([
      null,
      'It has been changed since.',
      'Units that it brought have been sold since.',
      null,
      'It has been offered since.',
    ])
  })

  test('PR-04 an import that is over takes no more lines, and an old one is forgotten', async () => {
    const begun = await begin([{ sku: 'IF-1', name: 'F', price: '1' }])
    await commit(begun.id)
    const more = await send('PUT', `/sheet-imports/${begun.id}/lines`, { lines: [{ line: 9, cells: { sku: 'x' } }] })
    expect(more).toMatchObject({ status: 409 })
    await forgetOldImports(server.database, new Date(Date.now() + 6 * day))
    expect(await linesOf(begun.id)).toHaveLength(1)
    await forgetOldImports(server.database, new Date(Date.now() + 8 * day))
    expect(await send('GET', `/sheet-imports/${begun.id}/lines`)).toMatchObject({ status: 404 })
  })

  test('PR-04 many lines are taken over and undone as one', async () => {
    const lines = Array.from({ length: 1_200 }, (_, index) => ({
      sku: `BULK-${index}`,
      name: `Bulk ${index}`,
      price: `${index % 90},50`,
      stock: `${index % 40}`,
    }))
    const begun = await begin(lines)
    expect(begun).toMatchObject({ create: 1_200, refused: 0 })
    expect(shown(await commit(begun.id)).state).toBe('committed')
    expect((await productsBy('BULK-11'))[0]).toMatchObject({ name: 'Bulk 11', price: 11.5, stock: 11 })
    expect(shown(await undo(begun.id))).toMatchObject({ state: 'undone', kept: 0 })
    expect(await productsBy('BULK-11')).toEqual([])
  })
})
