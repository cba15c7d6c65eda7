import { fromPromise } from 'xstate'
import { answer, pathParams, searchPage } from '../../../contract/client/client'
import type { Offer } from '../../../contract/offers'
import type { StockMovement } from '../../../contract/extensions/products'
import type { Api } from '../api'
import type { Read } from '../cache'
import { upon } from '../../../contract/versions'
import { type ActorsOf, required } from '../flowActors'
import { fetchOwnRecord, saveRecord } from './records'
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
    const { reads } = await extended('products')
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
    const { reads } = await extended('products')
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
  fetchProduct: fromPromise(({ input: { organizationId, productId }, signal }) =>
    fetchOwnRecord(api, 'products', productId, organizationId, signal),
  ),
  saveProduct: fromPromise(async ({ input: { organizationId, product: record, values } }) => {
    // With the form itself, whose code is loaded when it is opened.
    const { changedProductFields, productCreateRequest } = await import('../../../contract/forms/products')
    const fields = record ? changedProductFields(record, values) : productCreateRequest(values)
    await saveRecord(api, 'products', { organizationId, record, fields })
  }),
  takeProductStep: fromPromise(async ({ input: { id, version, step } }) => {
    const { products } = (await api.extended('products')).client
    const asked = { params: pathParams({ productId: id }), body: {} }
    if (step === 'archive') await products.archive({ ...asked, ...upon(version) })
    else if (step === 'restore') await products.restore({ ...asked, ...upon(version) })
    else await api.createOnce(asked, (keyed) => products.duplicate({ ...asked, ...keyed }))
  }),
  adjustStock: fromPromise(async ({ input: { id, adjustment }, signal }) => {
    const { products } = (await api.extended('products')).client
    const asked = { params: pathParams({ productId: id }), body: adjustment }
    await api.createOnce(asked, (keyed) => products.adjustStock({ ...asked, ...keyed }), signal)
  }),
})
