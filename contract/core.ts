import { autoresponders } from './autoresponders'
import { calls } from './calls'
import { campaigns } from './campaigns'
import { gateways } from './gateways'
import { initContract } from './client/tsRest'
import { offers } from './offers'
import { orders } from './orders'
import { organizations } from './organizations'
import { plugins } from './plugins'
import { errorBody } from './schemas'
import { search } from './search'
import { users } from './users'

/** What holds for every call: where it is, and how it fails (AP-02). */
export const everyCall = {
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
} as const

export const coreRouters = {
  users,
  organizations,
  calls,
  campaigns,
  offers,
  gateways,
  plugins,
  autoresponders,
  orders,
  search,
}

/**
 * The twenty calls of the specification (AP-01), with a few small ones that belong to them. The app has them from the
 * beginning; the others, in `extensions/`, come with the first screen that needs one.
 */
export const coreContract = initContract().router(coreRouters, everyCall)
export type CoreContract = typeof coreContract
