import type { AppRoute } from '@ts-rest/core'

// The only place that imports @ts-rest/core: its upkeep is slow, so it must stay replaceable.
export { initClient, initContract, isAppRoute } from '@ts-rest/core'
export type {
  ApiFetcherArgs,
  AppRoute,
  AppRouter,
  ClientInferRequest,
  ClientInferResponseBody,
  InitClientReturn,
  ServerInferRequest,
  ServerInferResponses,
} from '@ts-rest/core'

/**
 * The calls of a resource. What holds for every call is added where all are joined: ts-rest's own router would make each
 * call's type once more.
 */
export const routes = <const Calls extends Readonly<Record<string, AppRoute>>>(calls: Calls): Calls => calls
