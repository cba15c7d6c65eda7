import type { SearchResource } from '../../search'
import type { Fields } from './fields'

/** What the run makes of a resource, and how it is taken back: by a call that deletes it, or as far as calls go. */
interface Making {
  /** The call that makes one. */
  creates: string
  /** The parameter of its path. */
  param: string
  /** Asked one after the other; each may be refused where nothing is left to do. */
  endings: readonly [call: string, body?: Fields][]
  /** The field that it is known by in a request before it has an id. */
  name: string
  /** What stays of it for want of a call, in words. */
  stays?: string
  /** How those are found whose answer never came, by the run's marker: a search, or a call that lists them. */
  listed: { search: SearchResource } | { call: string } | { perCampaign: string }
}

export type Made =
  | 'offers'
  | 'customers'
  | 'products'
  | 'sheetImports'
  | 'campaigns'
  | 'orders'
  | 'orderDrafts'
  | 'calls'
  | 'gateways'
  | 'plugins'
  | 'apiTokens'
  | 'webhooks'
  | 'savedReports'
  | 'savedViews'
  | 'autoresponders'
  | 'telephone'

export const makings: Readonly<Record<Made, Making>> = {
  offers: {
    creates: 'offers.create',
    param: 'offerId',
    endings: [['offers.delete']],
    name: 'displayName',
    listed: { search: 'offers' },
  },
  customers: {
    creates: 'customers.create',
    param: 'customerId',
    endings: [['customers.delete']],
    name: 'firstName',
    listed: { search: 'customers' },
  },
  products: {
    creates: 'products.create',
    param: 'productId',
    endings: [['products.archive', {}]],
    name: 'sku',
    stays: 'it is archived, as no call deletes it',
    listed: { search: 'products' },
  },
  sheetImports: {
    creates: 'sheetImports.create',
    param: 'importId',
    endings: [['sheetImports.undo', {}]],
    name: 'name',
    listed: { call: 'sheetImports.list' },
  },
  campaigns: {
    creates: 'campaigns.create',
    param: 'campaignId',
    endings: [['campaigns.archive', {}]],
    name: 'name',
    stays: 'it is archived, as no call deletes it',
    listed: { search: 'campaigns' },
  },
  orders: {
    creates: 'orders.place',
    param: 'orderId',
    endings: [['orders.cancel', {}]],
    name: 'draftId',
    stays: 'it is cancelled, as no call deletes it',
    listed: { search: 'orders' },
  },
  orderDrafts: {
    creates: 'orderDrafts.keep',
    param: 'draftId',
    endings: [['orderDrafts.discard']],
    name: 'title',
    listed: { call: 'orderDrafts.list' },
  },
  calls: {
    creates: 'calls.start',
    param: 'callId',
    endings: [
      ['calls.end', {}],
      ['calls.close', { disposition: 'service' }],
    ],
    name: 'phone',
    stays: 'it is closed, as no call deletes it',
    listed: { call: 'calls.open' },
  },
  gateways: {
    creates: 'gateways.create',
    param: 'gatewayInstanceId',
    endings: [['gateways.switch', { state: 'disabled' }]],
    name: 'displayName',
    stays: 'it is disabled, as no call deletes it',
    listed: { call: 'gateways.list' },
  },
  plugins: {
    creates: 'plugins.create',
    param: 'pluginId',
    endings: [['plugins.delete']],
    name: 'name',
    listed: { call: 'plugins.list' },
  },
  apiTokens: {
    creates: 'apiTokens.create',
    param: 'tokenId',
    endings: [['apiTokens.revoke']],
    name: 'name',
    listed: { call: 'apiTokens.list' },
  },
  webhooks: {
    creates: 'webhooks.create',
    param: 'webhookId',
    endings: [['webhooks.delete']],
    name: 'address',
    listed: { call: 'webhooks.list' },
  },
  telephone: {
    creates: 'telephone.createToken',
    param: 'tokenId',
    endings: [['telephone.revokeToken']],
    name: 'name',
    listed: { call: 'telephone.tokens' },
  },
  savedReports: {
    creates: 'savedReports.create',
    param: 'savedReportId',
    endings: [['savedReports.delete']],
    name: 'name',
    listed: { call: 'savedReports.list' },
  },
  savedViews: {
    creates: 'savedViews.create',
    param: 'savedViewId',
    endings: [['savedViews.delete']],
    name: 'name',
    listed: { call: 'savedViews.list' },
  },
  // A backend of the twenty calls deletes none of them.
  autoresponders: {
    creates: 'autoresponders.createEmail',
    param: 'autoresponderId',
    endings: [['autoresponders.delete']],
    name: 'subject',
    listed: { perCampaign: 'autoresponders.listEmail' },
  },
}

const entries = Object.entries(makings) as [Made, Making][]

/** The resource that a call makes something of, by the call's name. */
export const madeBy: ReadonlyMap<string, Made> = new Map(entries.map(([resource, { creates }]) => [creates, resource]))

/** The resource that a call deletes something of, leaving nothing. */
export const deletedBy: ReadonlyMap<string, Made> = new Map(
  entries.flatMap(([resource, { endings, stays }]) =>
    stays === undefined ? endings.map(([call]) => [call, resource] as const) : [],
  ),
)

const callings: Partial<Record<Made, string>> = {
  sheetImports: 'import',
  orderDrafts: 'draft',
  plugins: 'email provider',
  apiTokens: 'API token',
  savedReports: 'saved report',
  savedViews: 'saved view',
  autoresponders: 'auto-responder',
  telephone: 'telephone system',
}

/** What one of them is called. */
export const one = (resource: Made): string => callings[resource] ?? resource.slice(0, -1)
