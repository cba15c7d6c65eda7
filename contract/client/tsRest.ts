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
