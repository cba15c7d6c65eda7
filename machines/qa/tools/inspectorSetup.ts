import { assign, raise, setup } from 'xstate'
import { callbackActor, promiseActor } from '../../actors'
import type { Chart } from '../chart/chart'
import type { Flow, FlowFile } from '../replay/flow'
import { type Split, splitsOf } from '../replay/split'
import type { Otherwise, WhatIf } from '../replay/whatIf'
import { cleared, type Log, withExchanges, withMessages, withoutPage, withPage } from '../replay/log'
import {
  actingAt,
  eventOfActor,
  firstMachine,
  firstPosition,
  lastPosition,
  type LogView,
  placeAt,
  placeOf,
  positionOf,
  selectedActor,
  stillSelected,
} from '../replay/logView'
import type { Recording } from '../record/recording'
import type { SeenExchange } from '../record/seen'
import type { WatchedPage } from './channel'
import type { InspectorMessage } from './protocol'

export const speeds = [1, 4, 16] as const
export type Speed = (typeof speeds)[number]

export interface InspectorInput {
  /** The event that the page's address asks for, counted from 1. */
  event: number | undefined
}
interface Context extends LogView {
  /** What is received, also while a recording is shown. */
  live: Log
  /** How many other windows show the same. */
  others: number
  wanted: number | undefined
  /** The recording that is shown instead of what is received. */
  flow: Flow | undefined
  search: string
  /** Whether toasts, polling and the like are listed, too. */
  hasHousekeeping: boolean
  /** The actor whose entries are listed; empty for all. */
  filter: string
  speed: Speed
  chart: Chart | undefined
  /** The chart of what its machine was when it was recorded. */
  recordedChart: Chart | undefined
  /** The other recording that the one that is shown was compared with, and where they part. */
  compared: { name: string; splits: readonly Split[] } | undefined
  /** What would have become of the machines if something had been otherwise. */
  whatIf: WhatIf | undefined
  /** The actor that the chart is of. */
  drawn: string | undefined
  error: unknown
}
export type InspectorEvent =
  | { type: 'messages.receive'; messages: readonly InspectorMessage[] }
  | { type: 'page.come'; page: WatchedPage }
  | { type: 'page.go'; load: string; isStopped: boolean }
  | { type: 'others.change'; others: number }
  | { type: 'exchanges.receive'; load: string; exchanges: readonly SeenExchange[] }
  | { type: 'housekeeping.toggle' }
  | { type: 'event.send'; session: string; event: { type: string } }
  | { type: 'actor.back' }
  | { type: 'actor.forward' }
  | { type: 'log.clear' }
  | { type: 'file.open'; file: FlowFile }
  | { type: 'file.compare'; file: FlowFile }
  | { type: 'file.close' }
  /** At the event of this number. */
  | { type: 'otherwise.ask'; number: number; otherwise: Otherwise }
  | { type: 'otherwise.forget' }
  | { type: 'app.open' }
  | { type: 'file.send' }
  | { type: 'chart.redraw' }
  | { type: 'actor.select'; session: string }
  | { type: 'entry.select'; index: number }
  | { type: 'entry.follow' }
  | { type: 'actor.follow' }
  | { type: 'chart.export' }
  | { type: 'step.to'; index: number }
  | { type: 'step.first' }
  | { type: 'step.back' }
  | { type: 'step.forward' }
  | { type: 'step.last' }
  | { type: 'play.toggle' }
  | { type: 'speed.choose'; speed: Speed }
  | { type: 'search.change'; text: string }
  | { type: 'filter.change'; session: string }

/** A machine's chart, and that of what it was when it was recorded. */
export interface Drawn {
  chart: Chart
  recorded: Chart | undefined
}

/** What is folded on otherwise. */
export interface OtherCourse {
  recording: Recording | undefined
  number: number
  otherwise: Otherwise
}

/** Milliseconds that a replay waits at most between two events, however long it took. */
const longestPause = 3_000

/** Whoever opens a recording that parts from its replay wants to see where, unless they ask for another event. */
const firstPlace = ({ divergences: [first], log }: Flow, wanted = first?.number): number =>
  wanted === undefined ? firstPosition(log) : (placeOf(log, wanted) ?? lastPosition(log))

/** What was received since goes to the log of what is received, which is shown unless a recording is. */
const heard = ({ flow, log }: Context, live: Log) => ({ live, log: flow ? log : live })

/** What the inspector knows, does and asks for; its states are in the machine. */
export const inspectorSetup = setup({
  types: { input: {} as InspectorInput, context: {} as Context, events: {} as InspectorEvent },
  actors: {
    receiveMessages: callbackActor('receiveMessages'),
    openFile: promiseActor<Flow, { file: FlowFile }>('openFile'),
    foldOtherwise: promiseActor<WhatIf, OtherCourse>('foldOtherwise'),
    drawChart: promiseActor<Drawn, { definition: string; recorded: string | undefined }>('drawChart'),
  },
  actions: {
    addMessages: assign(({ context }, params: { messages: readonly InspectorMessage[] }) =>
      heard(context, withMessages(context.live, params.messages)),
    ),
    addPage: assign(({ context }, params: { page: WatchedPage }) =>
      heard(context, withPage(context.live, params.page)),
    ),
    endPage: assign(({ context }, { load, isStopped }: { load: string; isStopped: boolean }) =>
      heard(context, withoutPage(context.live, load, isStopped)),
    ),
    addExchanges: assign(({ context }, { load, exchanges }: { load: string; exchanges: readonly SeenExchange[] }) =>
      heard(context, withExchanges(context.live, load, exchanges)),
    ),
    toggleHousekeeping: assign({ hasHousekeeping: ({ context }) => !context.hasHousekeeping }),
    sendEvent: (_, _params: { session: string; event: { type: string } }) => {},
    goActorBack: assign({ position: ({ context }) => eventOfActor(context, -1) ?? context.position }),
    goActorForward: assign({ position: ({ context }) => eventOfActor(context, 1) ?? context.position }),
    setOthers: assign({ others: (_, params: { others: number }) => params.others }),
    selectFirst: assign({ selected: ({ context }) => context.selected ?? firstMachine(context.log) }),
    clearLog: assign(({ context }) => {
      const live = cleared(context.live)
      return { live, log: live, position: undefined, selected: stillSelected({ ...context, log: live }) }
    }),
    showSplit: assign(({ context }, { flow }: { flow: Flow }) => {
      const splits = splitsOf(context.log, flow.log)
      const place = splits[0]?.here?.index ?? positionOf(context)
      return {
        compared: { name: flow.name, splits },
        error: undefined,
        ...placeAt({ ...context, isFollowing: true }, place),
        isFollowing: true,
      }
    }),
    setWhatIf: assign((_, { whatIf }: { whatIf: WhatIf }) => ({ whatIf, error: undefined })),
    forgetWhatIf: assign({ whatIf: undefined }),
    closeFlow: assign(({ context: { live } }) => ({
      flow: undefined,
      whatIf: undefined,
      log: live,
      isFollowing: false,
      selected: firstMachine(live),
      drawn: '',
      position: undefined,
      filter: '',
    })),
    showFlow: assign(({ context }, { flow }: { flow: Flow }) => ({
      flow,
      log: flow.log,
      isFollowing: true,
      wanted: undefined,
      drawn: undefined,
      ...placeAt(
        { log: flow.log, selected: firstMachine(flow.log), position: undefined, isFollowing: true },
        firstPlace(flow, context.wanted),
      ),
      compared: undefined,
      whatIf: undefined,
      search: '',
      filter: '',
      error: undefined,
    })),
    setError: assign({ error: (_, params: { error: unknown }) => params.error }),
    clearError: assign({ error: undefined }),
    // Whoever chooses an actor wants to go on seeing it.
    select: assign((_, params: { session: string }) => ({ selected: params.session, isFollowing: false })),
    followActor: assign(({ context }) => ({
      isFollowing: !context.isFollowing,
      selected: context.isFollowing ? context.selected : actingAt(context, positionOf(context)),
    })),
    selectActing: assign({
      selected: ({ context }) => {
        if (context.isFollowing) return actingAt(context, positionOf(context))
        // Whoever looks at what was goes on seeing it.
        return context.position === undefined ? stillSelected(context) : context.selected
      },
    }),
    exportChart: () => {},
    goTo: assign(({ context }, params: { index: number }) => placeAt(context, params.index)),
    showEntry: assign(({ context }, params: { index: number }) =>
      placeAt({ ...context, isFollowing: true }, params.index),
    ),
    follow: assign({ position: undefined }),
    goFirst: assign(({ context }) => placeAt(context, firstPosition(context.log))),
    goLast: assign(({ context }) => placeAt(context, lastPosition(context.log))),
    goBack: assign(({ context }) => placeAt(context, positionOf(context) - 1)),
    goForward: assign(({ context }) => placeAt(context, positionOf(context) + 1)),
    setSpeed: assign({ speed: (_, params: { speed: Speed }) => params.speed }),
    setSearch: assign({ search: (_, params: { text: string }) => params.text }),
    setFilter: assign({ filter: (_, params: { session: string }) => params.session }),
    setChart: assign(({ context }, { chart, recorded }: Drawn) => ({
      chart,
      recordedChart: recorded,
      drawn: context.selected,
    })),
    clearChart: assign({ chart: undefined, recordedChart: undefined, drawn: undefined }),
    redraw: raise({ type: 'chart.redraw' }),
    sendOn: () => {},
    openApp: () => {},
  },
  guards: {
    isNothingSelected: ({ context }) => context.selected === undefined,
    hasFlow: ({ context }) => context.flow !== undefined,
    isAtEnd: ({ context }) => positionOf(context) >= lastPosition(context.log),
    hasDefinition: ({ context }) => selectedActor(context)?.definition !== undefined,
    // A chart of an actor that is no longer selected, or of a log that is no longer shown.
    isOtherChart: ({ context }) => context.drawn !== context.selected,
    isOtherActor: ({ context }, params: { session: string }) => params.session !== context.selected,
  },
  delays: {
    nextStep: ({ context }) => {
      const { entries, dropped } = context.log
      const place = positionOf(context) - dropped
      const pause = (entries[place + 1]?.at ?? 0) - (entries[place]?.at ?? 0)
      return Math.min(Math.max(pause, 0), longestPause) / context.speed
    },
  },
})
