import { autoresponders } from './autoresponders'
import { calls } from './calls'
import { campaigns } from './campaigns'
import { capabilities } from './capabilities'
import { customers } from './customers'
import { events } from './events'
import { gateways } from './gateways'
import { offers } from './offers'
import { orders } from './orders'
import { organizations } from './organizations'
import { plugins } from './plugins'
import { productImports } from './productImports'
import { products } from './products'
import { errorBody } from './schemas'
import { search } from './search'
import { initContract } from './client/tsRest'
import { users } from './users'

/** Every call under /api/v1, with its request, its answers and who may make it (AP-01). */
export const contract = initContract().router(
  {
    users,
    organizations,
    calls,
    campaigns,
    offers,
    products,
    productImports,
    customers,
    gateways,
    plugins,
    autoresponders,
    orders,
    search,
    events,
    capabilities,
  },
  {
    pathPrefix: '/api/v1',
    strictStatusCodes: true,
    validateResponseOnClient: true,
    commonResponses: {
      400: errorBody,
      401: errorBody,
      403: errorBody,
      404: errorBody,
      409: errorBody,
      413: errorBody,
      415: errorBody,
      422: errorBody,
      429: errorBody,
      500: errorBody,
      503: errorBody,
    },
  },
)
export type Contract = typeof contract
