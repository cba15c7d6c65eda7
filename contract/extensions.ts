import { contract } from './index'
import type { RouteMetadata } from './schemas'

/** The calls beyond the twenty, by resource and name, such as `customers.create` (GE-11). */
export const extensionCalls: readonly string[] = Object.entries(contract).flatMap(([resource, calls]) =>
  Object.entries(calls)
    // ts-rest knows nothing of our metadata, which every route has by a test.
    .filter(([, { metadata }]) => (metadata as RouteMetadata).level === 'extension')
    .map(([name]) => `${resource}.${name}`),
)
