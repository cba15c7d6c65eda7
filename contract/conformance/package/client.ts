// What a backend team imports from the package: the contract itself and the typed client.
import { clientOf, type ClientOptions } from '../../client/client'
import { contract } from '../../index'

/** The typed client of the whole contract. A call resolves with a 2xx answer or throws a {@link RequestError}. */
export const createClient = (options: ClientOptions) => clientOf(contract, options)
export type Client = ReturnType<typeof createClient>

export { answer, type ClientOptions, pathParams, searchPage } from '../../client/client'
export { errorMessage, isUnauthorized, RequestError, serverMessage } from '../../client/errors'
export { type Contract, contract } from '../../index'
export { openapi } from '../../openapi/document'
export type { Autoresponder, AutoresponderCreate, AutoresponderEvent } from '../../autoresponders'
export type { Call } from '../../calls'
export type { Campaign, CampaignUpdate } from '../../campaigns'
export type { GatewayInstance } from '../../gateways'
export type { Offer, OfferCreate, OfferUpdate } from '../../offers'
export type { Order, PayableOrder } from '../../orders'
export type { Organization } from '../../organizations'
export type { InstalledPlugin } from '../../plugins'
export type { Customer } from '../../customers'
export type { Fulfilment } from '../../fulfilments'
export type { Product } from '../../products'
export type { ErrorBody } from '../../schemas'
export type { SearchRequest, SearchResource, SearchRow } from '../../search'
export type { Transaction } from '../../transactions'
export type { User, UserUpdate } from '../../users'
