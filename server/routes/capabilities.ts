import { contract } from '../../contract'
import type { RouteMetadata } from '../../contract/schemas'
import type { Handlers } from '../http/contract'

/** This server offers every call that there is. */
const extensions = Object.entries(contract).flatMap(([resource, calls]) =>
  Object.entries(calls)
    .filter(([, { metadata }]) => (metadata as RouteMetadata).level === 'extension')
    .map(([name]) => `${resource}.${name}`),
)

export const capabilityHandlers: Handlers['capabilities'] = { get: async () => ({ data: { extensions } }) }
