import type { Handlers } from '../http/contract'
import * as resources from './resources'
import type { Services } from './services'

/** Some resources need nothing of the server but what a request brings. */
type Made = { [Resource in keyof Handlers]: Handlers[Resource] | ((services: Services) => Handlers[Resource]) }
const made: Made = resources

/** The handlers of every resource of the contract. */
export const createHandlers = (services: Services): Handlers =>
  // Each is made under its own name, which entries do not tell.
  Object.fromEntries(
    Object.entries(made).map(([resource, handlers]) => [
      resource,
      typeof handlers === 'function' ? handlers(services) : handlers,
    ]),
  ) as Handlers
