import type { Contract } from '.'
import { type AppRouter, initContract } from './client/tsRest'
import { coreRouters, everyCall } from './core'

/** The calls of each resource beyond the core ones, as code that comes with the first who asks for it. */
const beyondCore: { [Name in keyof Contract]: () => Promise<Record<Name, AppRouter>> } = {
  apiTokens: () => import('./extensions/apiTokens'),
  archives: () => import('./extensions/archives'),
  audit: () => import('./extensions/audit'),
  autoresponders: () => import('./extensions/autoresponders'),
  bulkJobs: () => import('./extensions/bulkJobs'),
  calls: () => import('./extensions/calls'),
  campaigns: () => import('./extensions/campaigns'),
  capabilities: () => import('./extensions/capabilities'),
  collaborations: () => import('./extensions/collaborations'),
  customers: () => import('./extensions/customers'),
  dashboard: () => import('./extensions/dashboard'),
  events: () => import('./extensions/events'),
  fulfilments: () => import('./extensions/fulfilments'),
  gateways: () => import('./extensions/gateways'),
  invites: () => import('./extensions/invites'),
  leaderboard: () => import('./extensions/leaderboard'),
  listExports: () => import('./extensions/listExports'),
  mails: () => import('./extensions/mails'),
  members: () => import('./extensions/members'),
  offers: () => import('./extensions/offers'),
  orderDrafts: () => import('./extensions/orderDrafts'),
  orderLines: () => import('./extensions/orderLines'),
  orderMails: () => import('./extensions/orderMails'),
  orders: async () => {
    const [{ orders }, { orderPaymentCalls }] = await Promise.all([
      import('./extensions/orders'),
      import('./extensions/payments'),
    ])
    return { orders: { ...orders, ...orderPaymentCalls } }
  },
  organizations: () => import('./extensions/organizations'),
  payments: () => import('./extensions/payments'),
  plugins: () => import('./extensions/plugins'),
  products: () => import('./extensions/products'),
  reports: () => import('./extensions/reports'),
  savedReports: () => import('./extensions/savedReports'),
  savedViews: () => import('./extensions/savedViews'),
  search: () => import('./extensions/search'),
  sellers: () => import('./extensions/sellers'),
  sheetImports: () => import('./extensions/sheetImports'),
  telephone: () => import('./extensions/telephone'),
  transactions: () => import('./extensions/transactions'),
  users: async () => {
    const [{ users }, { twoStepCalls }, { passkeyCalls }] = await Promise.all([
      import('./extensions/users'),
      import('./extensions/twoSteps'),
      import('./extensions/passkeys'),
    ])
    return { users: { ...users, ...twoStepCalls, ...passkeyCalls } }
  },
  webhooks: () => import('./extensions/webhooks'),
}

/** All calls of a resource, as the whole contract has them, without the declarations of any other. */
export async function contractOf<Name extends keyof Contract>(name: Name): Promise<Pick<Contract, Name>> {
  const core: Partial<Record<keyof Contract, AppRouter>> = coreRouters
  const calls: AppRouter = { [name]: { ...core[name], ...(await beyondCore[name]())[name] } }
  // A test holds that the calls under this name are those of the whole.
  return initContract().router(calls, everyCall) as unknown as Pick<Contract, Name>
}
