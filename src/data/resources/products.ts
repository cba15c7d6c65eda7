import { fromPromise } from 'xstate'
import { answer, pathParams, searchPage } from '../../../contract/client/client'
import type { Offer } from '../../../contract/offers'
import type { StockMovement } from '../../../contract/extensions/products'
import type { Api } from '../api'
import type { Read } from '../cache'
import { type ActorsOf, required, someFields, upon } from '../flowActors'
import { readRecord } from './records'
import type { Rows } from './rows'

/** The categories that products are in; a backend of the twenty calls tells none. */
export const readCategories = (
  { extended }: Api,
  organizationId: string | undefined,
  isOffered: boolean,
): Read<Rows<{ id: string }>> => ({
  key: ['products', 'categories', organizationId],
  fetch: async (signal) => {
    if (!isOffered || organizationId === undefined) return { rows: [], total: 0 }
    const { reads } = await extended()
    const { data } = answer(
      await reads.products.categories.query({ query: { organizationId }, fetchOptions: { signal } }),
    )
    return { rows: data.map(({ name }) => ({ id: name })), total: data.length }
  },
})

/** A page of a list within a panel. */
interface Page {
  pageIndex: number
  pageSize: number
}

/** A page of the movements of its stock (PR-03). */
export const readMovements = ({ extended }: Api, productId: string, page: Page): Read<Rows<StockMovement>> => ({
  key: ['products', 'movements', productId, page],
  fetch: async (signal) => {
    const { reads } = await extended()
    const { data, meta } = answer(
      await reads.products.movements.query({
        params: pathParams({ productId }),
        query: { page: page.pageIndex + 1, limit: page.pageSize },
        fetchOptions: { signal },
      }),
    )
    return { rows: data, total: meta.total }
  },
})

/** A page of the offers of a product. */
export const readOffersOf = (
  { client }: Api,
  organizationId: string | undefined,
  productId: string,
  page: Page,
): Read<Rows<Offer>> => ({
  key: ['offers', 'ofProduct', productId, page],
  fetch: async (signal) =>
    searchPage(
      client,
      {
        organizationId: required(organizationId, 'Organization ID is required'),
        resource: 'offers',
        limit: page.pageSize,
        page: page.pageIndex + 1,
        filters: { productId },
      },
      signal,
    ),
})

type ProductActors = ActorsOf<'productEdit'> &
  ActorsOf<'productStep'> &
  ActorsOf<'stockAdjust'> &
  Pick<ActorsOf<'offerCreate'>, 'searchProducts'>

export const productActors = (api: Api): ProductActors => ({
  /** The picker's products: 20 on page 1 (AO-03). */
  searchProducts: fromPromise(async ({ input: { organizationId, q } }) => {
    if (organizationId === undefined) return []
    const request = { organizationId, resource: 'products' as const, limit: 20, page: 1 }
    return (await searchPage(api.client, { ...request, ...(q === '' ? {} : { q }) })).rows
  }),
  fetchProduct: fromPromise(async ({ input: { organizationId, productId }, signal }) => {
    if (productId === undefined) return undefined
    const product = await readRecord(api, 'products', productId).fetch(signal)
    // An address may name a product of another organization of the person, which is not changed from here (GE-04).
    if (product.organizationId && product.organizationId !== organizationId) {
      throw new Error('This product belongs to another organization')
    }
    return product
  }),
  saveProduct: fromPromise(async ({ input: { organizationId, product, values } }) => {
    const { products } = (await api.extended()).client
    // With the form itself, whose code is loaded when it is opened.
    const { changedProductFields, productCreateRequest } = await import('../../../contract/forms/products')
    if (product) {
      const params = pathParams({ productId: product.id })
      const body = someFields(changedProductFields(product, values))
      await products.update({ params, ...upon(product.version), body })
    } else {
      const orgId = required(organizationId, 'Organization ID is required')
      const body = { organizationId: orgId, ...productCreateRequest(values) }
      await api.createOnce({ body }, (keyed) => products.create({ body, ...keyed }))
    }
  }),
  takeProductStep: fromPromise(async ({ input: { id, version, step } }) => {
    const { products } = (await api.extended()).client
    const asked = { params: pathParams({ productId: id }), body: {} }
    if (step === 'archive') await products.archive({ ...asked, ...upon(version) })
    else if (step === 'restore') await products.restore({ ...asked, ...upon(version) })
    else await api.createOnce(asked, (keyed) => products.duplicate({ ...asked, ...keyed }))
  }),
  adjustStock: fromPromise(async ({ input: { id, adjustment } }) => {
    const { products } = (await api.extended()).client
    const asked = { params: pathParams({ productId: id }), body: adjustment }
    await api.createOnce(asked, (keyed) => products.adjustStock({ ...asked, ...keyed }))
  }),
})
