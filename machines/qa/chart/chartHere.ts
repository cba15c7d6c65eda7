import type { AnyStateMachine } from 'xstate'
import Elk from 'elkjs/lib/elk.bundled.js'
import { layoutChart } from './chart'

/** Lays out a statechart on the caller's thread, which a large one takes for a second or two: for Node, not for pages. */
export const layoutChartHere = (machine: AnyStateMachine) => layoutChart(machine, async () => new Elk())
