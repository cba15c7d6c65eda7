import { assign, setup } from 'xstate'
import { errorMessage, isRefusedForGood } from '../../contract/client/errors'
import type { Fulfilment } from '../../contract/fulfilments'
import { promiseActor } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { changeParts } from '../pendingChanges'

/** What was scanned, and what became of it. */
export interface Scanned {
  number: number
  isAssigned: boolean
  text: string
}

interface Context {
  organizationId: string | undefined
  order: string
  tracking: string
  /** Empty where it is guessed from the number. */
  carrier: string
  /** The newest first; no more than can be looked at. */
  scanned: readonly Scanned[]
  assigned: number
}
export type TrackingScanEvent =
  | { type: 'order.type'; text: string }
  | { type: 'tracking.type'; text: string }
  | { type: 'carrier.choose'; carrier: string }
  /** Enter, which a scanner sends after what it has read. */
  | { type: 'scan.enter' }
  | { type: 'scan.back' }
  | { type: 'dialog.cancel' }
  | { type: 'dialog.leave' }

/** What a scan is sent as. */
export type Scan = Pick<Context, 'organizationId' | 'order' | 'tracking' | 'carrier'>

const mostShown = 50

const withScanned = ({ scanned }: Context, isAssigned: boolean, text: string): readonly Scanned[] =>
  [{ number: (scanned[0]?.number ?? 0) + 1, isAssigned, text }, ...scanned].slice(0, mostShown)

const emptyInput: FlowSurroundings = {}

const typing = {
  'tracking.type': { actions: { type: 'setTracking', params: ({ event }: { event: { text: string } }) => event } },
  'carrier.choose': { actions: { type: 'setCarrier', params: ({ event }: { event: { carrier: string } }) => event } },
  'dialog.cancel': 'closed',
  'dialog.leave': 'closed',
} as const

/** Scanner mode: order, tracking number, next, by keyboard alone; each result is said (FU-02). */
export const trackingScanMachine = setup({
  types: {
    input: emptyInput,
    context: {} as Context,
    events: {} as TrackingScanEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    scanTracking: promiseActor<Fulfilment, Scan>('scanTracking'),
    /** Whether there is such an order; one of which that can't be said counts as one. */
    isOrderThere: promiseActor<boolean, Pick<Scan, 'organizationId' | 'order'>>('isOrderThere'),
  },
  actions: {
    setOrder: assign({ order: (_, { text }: { text: string }) => text }),
    setTracking: assign({ tracking: (_, { text }: { text: string }) => text }),
    setCarrier: assign({ carrier: (_, { carrier }: { carrier: string }) => carrier }),
    noteAssigned: assign(({ context }, { fulfilment }: { fulfilment: Fulfilment }) => ({
      order: '',
      tracking: '',
      assigned: context.assigned + 1,
      scanned: withScanned(
        context,
        true,
        `#${fulfilment.orderNumber}: ${[fulfilment.carrier, fulfilment.trackingNumber].filter(Boolean).join(' ')} assigned`,
      ),
    })),
    /** Nobody looks at the screen while they scan: the next order is what comes next. */
    noteUnknown: assign(({ context }) => ({
      order: '',
      tracking: '',
      scanned: withScanned(context, false, `There is no order ${context.order.trim()}`),
    })),
    /** What was refused is scanned anew. */
    noteRefused: assign(({ context }, { error }: { error: unknown }) => ({
      order: '',
      tracking: '',
      scanned: withScanned(context, false, `${context.order}: ${errorMessage(error)}`),
    })),
    /** What was not answered stays typed: Enter sends it again. */
    noteUnanswered: assign(({ context }, { error }: { error: unknown }) => ({
      scanned: withScanned(context, false, `${context.order}: ${errorMessage(error)}`),
    })),
  },
  guards: {
    hasOrder: ({ context }) => context.order.trim() !== '',
    hasTracking: ({ context }) => context.tracking.trim() !== '',
    isThere: (_, { isThere }: { isThere: boolean }) => isThere,
    isRefused: (_, { error }: { error: unknown }) => isRefusedForGood(error),
  },
})
  .extend(changeParts)
  .createMachine({
    id: 'trackingScan',
    context: ({ input: { organizationId } }) => ({
      organizationId,
      order: '',
      tracking: '',
      carrier: '',
      scanned: [],
      assigned: 0,
    }),
    initial: 'order',
    states: {
      order: {
        tags: 'open',
        on: {
          ...typing,
          'order.type': { actions: { type: 'setOrder', params: ({ event }) => event } },
          'scan.enter': { guard: 'hasOrder', target: 'tracking' },
        },
      },
      // The number may come before it is known whether there is such an order.
      tracking: {
        tags: 'open',
        invoke: {
          src: 'isOrderThere',
          input: ({ context: { organizationId, order } }) => ({ organizationId, order }),
          onDone: [
            { guard: { type: 'isThere', params: ({ event }) => ({ isThere: event.output }) } },
            { target: 'order', actions: 'noteUnknown' },
          ],
        },
        on: {
          ...typing,
          'scan.enter': { guard: 'hasTracking', target: 'assigning' },
          'scan.back': 'order',
        },
      },
      assigning: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: { resource: 'fulfillments', kind: 'merge', id: '', fields: {} } },
        invoke: {
          src: 'scanTracking',
          input: ({ context: { organizationId, order, tracking, carrier } }) => ({
            organizationId,
            order,
            tracking,
            carrier,
          }),
          onDone: {
            target: 'order',
            actions: ['confirmChange', { type: 'noteAssigned', params: ({ event }) => ({ fulfilment: event.output }) }],
          },
          onError: [
            {
              guard: { type: 'isRefused', params: ({ event: { error } }) => ({ error }) },
              target: 'order',
              actions: ['revertChange', { type: 'noteRefused', params: ({ event: { error } }) => ({ error }) }],
            },
            {
              target: 'tracking',
              actions: ['revertChange', { type: 'noteUnanswered', params: ({ event: { error } }) => ({ error }) }],
            },
          ],
        },
      },
      closed: { type: 'final' },
    },
  })
