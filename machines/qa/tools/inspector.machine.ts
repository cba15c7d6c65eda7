import { withError } from '../../actors'
import { emptyLog } from '../replay/log'
import { selectedActor } from '../replay/logView'
import { type InspectorEvent, inspectorSetup } from './inspectorSetup'

/** Our own inspector: what a page sends, or a recording, step by step. */
export const inspectorMachine = inspectorSetup.createMachine({
  id: 'inspector',
  context: ({ input }) => ({
    live: emptyLog,
    log: emptyLog,
    others: 0,
    hasHousekeeping: false,
    flow: undefined,
    wanted: input.event,
    isFollowing: false,
    selected: undefined,
    position: undefined,
    search: '',
    filter: '',
    speed: 1,
    chart: undefined,
    recordedChart: undefined,
    compared: undefined,
    whatIf: undefined,
    drawn: undefined,
    error: undefined,
  }),
  invoke: { src: 'receiveMessages', id: 'receiveMessages' },
  on: {
    'messages.receive': { actions: { type: 'addMessages', params: ({ event }) => event } },
    'page.come': { actions: { type: 'addPage', params: ({ event }) => event } },
    'page.go': { actions: { type: 'endPage', params: ({ event }) => event } },
    'others.change': { actions: { type: 'setOthers', params: ({ event }) => event } },
    'exchanges.receive': { actions: { type: 'addExchanges', params: ({ event }) => event } },
    'housekeeping.toggle': { actions: 'toggleHousekeeping' },
    'event.send': { actions: { type: 'sendEvent', params: ({ event }) => event } },
    'actor.back': { actions: 'goActorBack' },
    'actor.forward': { actions: 'goActorForward' },
    'search.change': { actions: { type: 'setSearch', params: ({ event }) => event } },
    'filter.change': { actions: { type: 'setFilter', params: ({ event }) => event } },
    'entry.select': { actions: [{ type: 'showEntry', params: ({ event }) => event }, 'redraw'] },
    'actor.follow': { actions: ['followActor', 'redraw'] },
    'step.to': { actions: [{ type: 'goTo', params: ({ event }) => event }, 'redraw'] },
    'step.first': { actions: ['goFirst', 'redraw'] },
    'step.back': { actions: ['goBack', 'redraw'] },
    'step.forward': { actions: ['goForward', 'redraw'] },
    'step.last': { actions: ['goLast', 'redraw'] },
    'speed.choose': { actions: { type: 'setSpeed', params: ({ event }) => event } },
  },
  type: 'parallel',
  states: {
    source: {
      initial: 'live',
      on: { 'file.open': '.opening' },
      states: {
        live: {
          on: {
            'messages.receive': [
              {
                guard: 'isNothingSelected',
                actions: [{ type: 'addMessages', params: ({ event }) => event }, 'selectFirst'],
              },
              {
                actions: [{ type: 'addMessages', params: ({ event }) => event }, 'selectActing', 'redraw'],
              },
            ],
            'entry.follow': { actions: 'follow' },
            'log.clear': { actions: ['clearLog', 'clearError', 'redraw'] },
          },
        },
        opening: {
          invoke: {
            src: 'openFile',
            input: ({ event }) => ({ file: (event as Extract<InspectorEvent, { type: 'file.open' }>).file }),
            onDone: {
              target: 'paused',
              actions: [{ type: 'showFlow', params: ({ event }) => ({ flow: event.output }) }, 'redraw'],
            },
            // What was shown before is still there.
            onError: [
              {
                guard: 'hasFlow',
                target: 'paused',
                actions: withError('setError'),
              },
              { target: 'live', actions: withError('setError') },
            ],
          },
        },
        paused: {
          on: {
            'play.toggle': [
              { guard: 'isAtEnd', target: 'playing', actions: ['goFirst', 'redraw'] },
              { target: 'playing' },
            ],
            'file.send': { actions: 'sendOn' },
            'file.compare': 'comparing',
            'otherwise.ask': 'folding',
            'app.open': { actions: 'openApp' },
            'otherwise.forget': { actions: 'forgetWhatIf' },
            'file.close': { target: 'live', actions: ['closeFlow', 'redraw'] },
          },
        },
        comparing: {
          invoke: {
            src: 'openFile',
            input: ({ event }) => ({ file: (event as Extract<InspectorEvent, { type: 'file.compare' }>).file }),
            onDone: {
              target: 'paused',
              actions: [{ type: 'showSplit', params: ({ event }) => ({ flow: event.output }) }, 'redraw'],
            },
            onError: { target: 'paused', actions: withError('setError') },
          },
        },
        folding: {
          invoke: {
            src: 'foldOtherwise',
            input: ({ context, event }) => {
              const { number, otherwise } = event as Extract<InspectorEvent, { type: 'otherwise.ask' }>
              return { recording: context.flow?.recording, number, otherwise }
            },
            onDone: {
              target: 'paused',
              actions: { type: 'setWhatIf', params: ({ event }) => ({ whatIf: event.output }) },
            },
            onError: { target: 'paused', actions: withError('setError') },
          },
        },
        playing: {
          always: { guard: 'isAtEnd', target: 'paused' },
          after: { nextStep: { target: 'playing', reenter: true, actions: ['goForward', 'redraw'] } },
          on: {
            'play.toggle': 'paused',
            'speed.choose': {
              target: 'playing',
              reenter: true,
              actions: { type: 'setSpeed', params: ({ event }) => event },
            },
            'file.send': { actions: 'sendOn' },
            'file.close': { target: 'live', actions: ['closeFlow', 'redraw'] },
          },
        },
      },
    },
    drawing: {
      initial: 'none',
      on: {
        'actor.select': [
          {
            guard: { type: 'isOtherActor', params: ({ event }) => event },
            target: '.none',
            actions: [{ type: 'select', params: ({ event }) => event }, 'clearChart'],
          },
          // The same one stays from now on, whoever acts.
          { actions: { type: 'select', params: ({ event }) => event } },
        ],
        'chart.redraw': { guard: 'isOtherChart', target: '.none', actions: 'clearChart' },
      },
      states: {
        // An actor that is no machine has no chart.
        none: { always: { guard: 'hasDefinition', target: 'drawing' } },
        drawing: {
          invoke: {
            src: 'drawChart',
            input: ({ context }) => ({
              definition: selectedActor(context)?.definition ?? '',
              recorded: selectedActor(context)?.recorded,
            }),
            onDone: {
              target: 'drawn',
              actions: { type: 'setChart', params: ({ event }) => event.output },
            },
            onError: 'failed',
          },
        },
        drawn: { on: { 'chart.export': { actions: 'exportChart' } } },
        failed: {},
      },
    },
  },
})
