import type { Handlers } from '../http/contract'
import { autoresponderHandlers } from './autoresponders'
import { callHandlers } from './calls'
import { capabilityHandlers } from './capabilities'
import { campaignHandlers } from './campaigns'
import { customerHandlers } from './customers'
import { eventHandlers } from './events'
import { fulfilmentHandlers } from './fulfilments'
import { gatewayHandlers } from './gateways'
import { mailHandlers } from './mails'
import { offerHandlers } from './offers'
import { orderDraftHandlers } from './orderDrafts'
import { orderHandlers } from './orders'
import { organizationHandlers } from './organizations'
import { paymentHandlers } from './payments'
import { pluginHandlers } from './plugins'
import { sheetImportHandlers } from './sheetImports'
import { productHandlers } from './products'
import { searchHandlers } from './search'
import type { Services } from './services'
import { telephoneHandlers } from './telephone'
import { transactionHandlers } from './transactions'
import { userHandlers } from './users'

/** The handlers of every resource of the contract. */
export const createHandlers = (services: Services): Handlers => ({
  users: userHandlers(services),
  organizations: organizationHandlers(services),
  calls: callHandlers(services),
  campaigns: campaignHandlers(services),
  offers: offerHandlers,
  products: productHandlers(services),
  sheetImports: sheetImportHandlers(services),
  customers: customerHandlers(services),
  fulfilments: fulfilmentHandlers(services),
  gateways: gatewayHandlers(services),
  plugins: pluginHandlers(services),
  autoresponders: autoresponderHandlers(services),
  mails: mailHandlers(services),
  orders: orderHandlers(services),
  payments: paymentHandlers(services),
  orderDrafts: orderDraftHandlers(services),
  telephone: telephoneHandlers(services),
  search: searchHandlers(services),
  transactions: transactionHandlers(services),
  events: eventHandlers(services),
  capabilities: capabilityHandlers,
})
