import { useActorRef } from '@xstate/react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { orderHistoryMachine } from '../../../machines/orders/orderHistory.machine'
import type { Chart } from '../../../machines/qa/chart/chart'
import { orderLife } from '../../../machines/lives/orderLife'
import { tap } from '../../app/tap'
import { LifeChart } from './lazyChart'

let chart: Chart | undefined

/** The statechart of an order's life, once it has been drawn. */
export const lifeChart = (): Chart | undefined => chart

/** It is drawn once, by code that is fetched when somebody wants to see it. */
async function drawLife(): Promise<void> {
  if (chart) return
  const [{ layoutChart }, { workerEngine }] = await Promise.all([
    import('../../../machines/qa/chart/chart'),
    import('../tools/chartEngine'),
    LifeChart.preload(),
  ])
  chart = await layoutChart(orderLife, workerEngine)
}

const machine = orderHistoryMachine.provide({ actors: { drawLife: fromPromise(drawLife) } })

export type OrderHistoryRef = ActorRefFrom<typeof orderHistoryMachine>

/** The history of an order on the screen; another order is another component. */
export const useOrderHistory = (): OrderHistoryRef => useActorRef(machine, { id: 'orderHistory', inspect: tap.observe })
