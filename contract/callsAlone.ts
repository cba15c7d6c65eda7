import { initContract } from './client/tsRest'
import { coreRouters, everyCall } from './core'
import { calls } from './extensions/calls'

/** The calls about phone calls without all others: the bar of a call is on every page, and needs no more. */
export const callsAlone = initContract().router({ calls: { ...coreRouters.calls, ...calls } }, everyCall)
