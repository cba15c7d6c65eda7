import { byName } from './byName'
import { initContract } from './client/tsRest'
import { type CoreContract, coreContract, coreRouters, everyCall } from './core'
import { orderPaymentCalls } from './extensions/payments'
import * as routers from './extensions/routers'
import { passkeyCalls } from './extensions/passkeys'
import { twoStepCalls } from './extensions/twoSteps'
import type { RouteMetadata } from './schemas'

const {
  autoresponders,
  calls,
  campaigns,
  collaborations,
  gateways,
  orders,
  organizations,
  plugins,
  fulfilments,
  mails,
  members,
  offers,
  orderMails,
  search,
  users,
  ...others
} = routers

// In parts, as the type of all calls at once is too long to be written into the types of the package.
const extended = initContract().router(
  {
    autoresponders: { ...coreRouters.autoresponders, ...autoresponders },
    plugins: { ...coreRouters.plugins, ...plugins },
    calls: { ...coreRouters.calls, ...calls },
    campaigns: { ...coreRouters.campaigns, ...campaigns },
    gateways: { ...coreRouters.gateways, ...gateways },
    offers: { ...coreRouters.offers, ...offers },
    organizations: { ...coreRouters.organizations, ...organizations },
    search: { ...coreRouters.search, ...search },
    orders: { ...coreRouters.orders, ...orders, ...orderPaymentCalls },
  },
  everyCall,
)
const account = initContract().router(
  { members, users: { ...coreRouters.users, ...users, ...twoStepCalls, ...passkeyCalls } },
  everyCall,
)
const sharing = initContract().router(byName({ collaborations }), everyCall)
const delivering = initContract().router(byName({ fulfilments, mails, orderMails }), everyCall)
const added = initContract().router(byName(others), everyCall)
export type Contract = Omit<CoreContract, keyof (typeof extended & typeof account)> &
  typeof extended &
  typeof account &
  typeof sharing &
  typeof delivering &
  typeof added

/** Every call under /api/v1, with its request, its answers and who may make it (AP-01). */
export const contract: Contract = { ...coreContract, ...extended, ...account, ...sharing, ...delivering, ...added }

/** The calls beyond the twenty, by resource and name, such as `customers.create` (GE-11). */
export const extensionCalls: readonly string[] = Object.entries(contract).flatMap(([resource, calls]) =>
  Object.entries(calls)
    // ts-rest knows nothing of our metadata, which every route has by a test.
    .filter(([, { metadata }]) => (metadata as RouteMetadata).level === 'extension')
    .map(([name]) => `${resource}.${name}`),
)
