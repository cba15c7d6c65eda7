import { fromPromise } from 'xstate'
import { searchPage } from '../../../contract/client/client'
import type { Api } from '../api'
import type { ActorsOf } from '../effects'

export const productActors = ({ client }: Api): Pick<ActorsOf<'offerCreate'>, 'searchProducts'> => ({
  /** The picker's products: 20 on page 1 (AO-03). */
  searchProducts: fromPromise(async ({ input: { organizationId, q } }) => {
    if (organizationId === undefined) return []
    const request = { organizationId, resource: 'products' as const, limit: 20, page: 1 }
    return (await searchPage(client, { ...request, ...(q === '' ? {} : { q }) })).rows
  }),
})
