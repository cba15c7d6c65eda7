import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Offer } from '../../../contract/offers'
import { importOutdated } from '../../../contract/extensions/sheetImports'
import { sheetsOf } from './sheets'
import { demo, type Known, knownOf, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const home = { address1: '1 Main Street', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' }

describe.each(servers)('on $kind', (server: Started) => {
  let token = ''
  let known: Known
  let campaignId = ''

  beforeAll(async () => {
    token = await server.login(demo)
    known = await knownOf(server, token)
    campaignId = await add('/campaigns', { name: 'Pasted' })
  })

  const { send, shown, begin, linesOf, commit, undo, listed } = sheetsOf(server, () => ({
    token,
    scope: { organizationId: known.orgId, campaignId },
  }))
  const add = async (path: string, fields: object) => {
    const { body, status } = await send('POST', path, { organizationId: known.orgId, ...fields })
    expect(status).toBe(200)
    return (body as { data: { id: string } }).data.id
  }
  const addProduct = (sku: string, name: string) => add('/products', { sku, name, price: 9, stock: 50 })
  const addOffer = (productId: string, displayName: string, fields = {}) =>
    add(`/campaigns/${campaignId}/offers`, { productId, displayName, quantity: 5, basePrice: 9, ...fields })
  const offersBy = async (q: string) => {
    const filters = { campaignId }
    const asked = { organizationId: known.orgId, resource: 'offers', filters, q, sortBy: 'displayName', limit: 100 }
    return ((await send('POST', '/search', asked)).body as { data: Offer[] }).data
  }

  test('CP-03 each line says which offer it makes or changes, or why not, and the good ones are taken over', async () => {
    const one = await addProduct('OI-1', 'Lamp')
    const two = await addProduct('OI-2', 'Chair')
    const gone = await addProduct('OI-3', 'Table')
    await addOffer(one, 'Lamp at night', { minPrice: 5 })
    await addOffer(two, 'Chair')
    await addOffer(two, 'Chair, red')
    await send('POST', `/products/${gone}/archive`, {})
    const begun = await begin([
      { sku: 'OI-1', basePrice: '12,50', maxQuantity: '3', displayName: '' },
      { sku: 'OI-1', displayName: 'Lamp by day', basePrice: '$ 7', quantity: '4', shipPrice: '1.5', maxPrice: '8' },
      { sku: 'OI-2', displayName: 'Chair', quantity: '5', basePrice: '9.00' },
      { sku: 'OI-2', quantity: '6' },
      { sku: 'OI-2', displayName: 'Chair', quantity: '7' },
      { sku: 'OI-2', displayName: 'Chair, blue', basePrice: '=A1', minPrice: '9', maxPrice: '8' },
      { sku: 'OI-3', quantity: '1', basePrice: '1' },
      { sku: 'OI-9', quantity: 'some' },
      { sku: 'OI-2', displayName: 'Chair, red', minPrice: '-1' },
      { sku: 'OI-1', displayName: 'Lamp at night', maxPrice: '4' },
      { quantity: '1', basePrice: '1' },
      { sku: 'OI-1', displayName: 'Lamp at dawn', basePrice: '3', quantity: '0' },
    ])
    expect(begun).toMatchObject({ lines: 12, create: 1, update: 1, same: 1, refused: 9, campaignId })
    const lines = await linesOf(begun.id)
    expect(lines.map(({ line, verdict, problems }) => [line, verdict, ...problems.flatMap(Object.values)])).toEqual([
      [2, 'update'],
      [3, 'create'],
      [4, 'same'],
      [
        5,
        'refused',
        'displayName',
        'This campaign has 2 offers of this product. Give the name of the one that is meant.',
      ],
      [6, 'refused', 'sku', 'Line 4 has this offer already'],
      [
        7,
        'refused',
        'basePrice',
        'This is a formula. Only its result can be read: paste the values.',
        'maxPrice',
        'Max price must be zero or greater and not less than min price',
        'quantity',
        'Quantity is required and must be greater than zero',
      ],
      [8, 'refused', 'sku', 'This product is archived. Restore it to offer it again.'],
      [9, 'refused', 'sku', 'There is no product with this SKU', 'quantity', 'Quantity must be a non-negative integer'],
      [10, 'refused', 'minPrice', 'Min price must be zero or greater'],
      [11, 'refused', 'maxPrice', 'Max price must be zero or greater and not less than min price'],
      [12, 'refused', 'sku', 'SKU is required'],
      [13, 'refused', 'quantity', 'Quantity is required and must be greater than zero'],
    ])
    expect(lines[0]).toMatchObject({ sku: 'OI-1', name: 'Lamp at night' })
    expect(lines[0]?.changes).toEqual([
      { field: 'basePrice', from: 9, to: 12.5 },
      { field: 'maxQuantity', from: null, to: 3 },
    ])
    expect(shown(await commit(begun.id))).toMatchObject({ state: 'committed', undoUntil: expect.any(String) })
    expect(shown(await commit(begun.id))).toMatchObject({ state: 'committed' })
    const kept = { minPrice: 5, quantity: 5, productId: one }
    expect(await offersBy('Lamp')).toEqual([
      expect.objectContaining({
        displayName: 'Lamp at night',
        basePrice: 12.5,
        maxQuantity: 3,
        shipPrice: null,
        ...kept,
      }),
      expect.objectContaining({ displayName: 'Lamp by day', basePrice: 7, shipPrice: 1.5, maxPrice: 8, quantity: 4 }),
    ])
    expect((await offersBy('Chair')).map(({ displayName }) => displayName)).toEqual(['Chair', 'Chair, red'])
    // A new offer without a name of its own has its product's, and those of products are in another list.
    await addProduct('OI-4', 'Shelf')
    const unnamed = await begin([{ sku: 'OI-4', quantity: '1', basePrice: '1' }])
    await commit(unnamed.id)
    expect(await offersBy('Shelf')).toEqual([expect.objectContaining({ displayName: 'Shelf' })])
    expect((await listed()).map(({ id }) => id)).toEqual([unnamed.id, begun.id])
    const ofProducts = await send('GET', `/sheet-imports?organizationId=${known.orgId}`)
    expect(ofProducts.body).toEqual({ data: [] })
  })

  test('CP-03 offers and products that have changed since the lines were judged are taken over in no part', async () => {
    const one = await addProduct('OO-1', 'Rug')
    const offerId = await addOffer(one, 'Rug')
    const cells = [
      { sku: 'OO-1', displayName: 'Rug', basePrice: '3' },
      { sku: 'OO-1', displayName: 'Rug, round', basePrice: '4', quantity: '2' },
    ]
    const refused = { status: 409, body: { message: importOutdated } }
    const changed = await begin(cells)
    await send('PUT', `/offers/${offerId}`, { quantity: 6 })
    expect(await commit(changed.id)).toMatchObject(refused)
    const taken = await begin(cells)
    await addOffer(one, 'Rug, round')
    expect(await commit(taken.id)).toMatchObject(refused)
    const archived = await begin([{ sku: 'OO-1', displayName: 'Rug, oval', basePrice: '4', quantity: '2' }])
    await send('POST', `/products/${one}/archive`, {})
    expect(await commit(archived.id)).toMatchObject(refused)
    await send('POST', `/products/${one}/restore`, {})
    expect((await offersBy('Rug')).map(({ displayName, basePrice }) => [displayName, basePrice])).toEqual([
      ['Rug', 9],
      ['Rug, round', 9],
    ])
    expect(shown(await commit(archived.id))).toMatchObject({ state: 'committed' })
  })

  test('CP-01 CP-03 an archived campaign takes no offers, and one that is not there none either', async () => {
    await addProduct('OA-1', 'Vase')
    const begun = await begin([{ sku: 'OA-1', basePrice: '3', quantity: '1' }])
    await send('POST', `/campaigns/${campaignId}/archive`, {})
    const refused = { status: 409, body: { message: 'This campaign is archived. Restore it first.' } }
    expect(await commit(begun.id)).toMatchObject(refused)
    const create = (id: string) =>
      send('POST', '/sheet-imports', { organizationId: known.orgId, campaignId: id, name: 'x.csv' })
    expect(await create(campaignId)).toMatchObject(refused)
    expect(await create('nothing')).toMatchObject({ status: 404 })
    await send('POST', `/campaigns/${campaignId}/restore`, {})
    expect(shown(await commit(begun.id))).toMatchObject({ state: 'committed' })
  })

  test('CP-03 an import of offers is undone, but for those that were changed or sold since', async () => {
    const one = await addProduct('OU-1', 'Bowl')
    const before = { minPrice: 5, maxPrice: 20, shipPrice: 2 }
    const [first, second] = [await addOffer(one, 'Bowl A', before), await addOffer(one, 'Bowl B', before)]
    const begun = await begin([
      { sku: 'OU-1', displayName: 'Bowl A', basePrice: '7', maxPrice: '19', maxQuantity: '2', quantity: '9' },
      { sku: 'OU-1', displayName: 'Bowl B', basePrice: '7' },
      { sku: 'OU-1', displayName: 'Bowl C', basePrice: '8', quantity: '3' },
      { sku: 'OU-1', displayName: 'Bowl D', basePrice: '8', quantity: '3' },
    ])
    await commit(begun.id)
    await send('PUT', `/offers/${second}`, { quantity: 6 })
    const sold = (await offersBy('Bowl D'))[0]?.id
    const placed = await send('POST', '/orders', {
      organizationId: known.orgId,
      draftId: crypto.randomUUID(),
      campaignId,
      customerId: known.customerId,
      lines: [{ offerId: sold, quantity: 1, unitPrice: 8 }],
      address: home,
    })
    expect(placed.status).toBe(200)
    expect(shown(await undo(begun.id))).toMatchObject({ state: 'undone', kept: 2 })
    expect(shown(await undo(begun.id))).toMatchObject({ state: 'undone', kept: 2 })
    const left = await offersBy('Bowl')
    expect(left.map(({ displayName, basePrice, quantity }) => [displayName, basePrice, quantity])).toEqual([
      ['Bowl A', 9, 5],
      ['Bowl B', 7, 6],
      ['Bowl D', 8, 2],
    ])
    expect(left[0]).toMatchObject({ id: first, ...before, maxQuantity: null })
    const why = 'It has been changed since.'
    expect((await linesOf(begun.id)).map(({ kept }) => kept)).toEqual([null, why, null, why])
  })

  test('CP-03 many offers are taken over and undone as one', async () => {
    const skus = Array.from({ length: 40 }, (_, index) => `OB-${index}`)
    for (const sku of skus) await addProduct(sku, `Bulk ${sku}`)
    const begun = await begin(
      Array.from({ length: 1_200 }, (_, index) => ({
        sku: skus[index % skus.length] ?? '',
        displayName: `Bulk ${index}`,
        basePrice: `${1 + (index % 90)},50`,
        quantity: `${1 + (index % 40)}`,
      })),
    )
    expect(begun).toMatchObject({ create: 1_200, refused: 0 })
    expect(shown(await commit(begun.id)).state).toBe('committed')
    expect(await offersBy('Bulk 1111')).toEqual([expect.objectContaining({ basePrice: 32.5, quantity: 32 })])
    expect(shown(await undo(begun.id))).toMatchObject({ state: 'undone', kept: 0 })
    expect(await offersBy('Bulk 11')).toEqual([])
  })
})
