import {
  type ActorRefFrom,
  type AnyActorRef,
  createActor,
  enqueueActions,
  fromCallback,
  fromPromise,
  waitFor,
} from 'xstate'
import { connectionMachine } from '../../machines/page/connection.machine'
import { fetchFirst } from './firstReads'
import { tap } from '../app/tap'

export type ConnectionRef = ActorRefFrom<typeof connectionMachine>

/** Milliseconds after which a server that says nothing counts as one that is not there. */
const patience = 10_000

export interface Connection {
  ref: ConnectionRef
  /** A fetch that notices whether there is an answer. */
  fetch: typeof fetch
  /** Resolves at once, or when the server can be reached again. */
  whenOnline: (signal?: AbortSignal) => Promise<void>
  /** Resolves when the server can be reached again after it could not. */
  whenBack: (signal: AbortSignal) => Promise<void>
  /** Why a request has got no answer, where that is known. */
  reason: () => string | undefined
}

/**
 * The connection with the server at this host, not yet started. Whenever the server is there again, the session hears of
 * it and `goOn` is called.
 */
export function createConnection(apiHost: string, session: () => AnyActorRef, goOn: () => void): Connection {
  let readAt: number | null = null
  const machine = connectionMachine.provide({
    actors: {
      browserNetwork: fromCallback(({ sendBack }) => {
        const tell = () =>
          sendBack(navigator.onLine ? { type: 'connection.found' } : { type: 'connection.lost', readAt })
        window.addEventListener('online', tell)
        window.addEventListener('offline', tell)
        if (!navigator.onLine) tell()
        return () => {
          window.removeEventListener('online', tell)
          window.removeEventListener('offline', tell)
        }
      }),
      // Whatever it answers proves that it is there, also what this page may not read.
      askServer: fromPromise(async ({ signal }) => {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)])
        await fetch(`${apiHost}/api/health`, { mode: 'no-cors', cache: 'no-store', signal: limit })
      }),
    },
    actions: {
      goOn: enqueueActions(({ enqueue }) => {
        enqueue.sendTo(session(), { type: 'connection.restored' })
        enqueue(goOn)
      }),
    },
  })
  const ref: ConnectionRef = createActor(machine, { id: 'connection', systemId: 'connection', inspect: tap.observe })
  const whenOnline = async (signal?: AbortSignal) => {
    await waitFor(ref, (state) => !state.hasTag('away'), signal ? { signal } : {})
  }
  return {
    ref,
    fetch: async (input, init) => {
      try {
        const response = await fetchFirst(input, init)
        if (response.ok) readAt = Date.now()
        // Told only when it is news, as nearly every request is answered.
        if (!ref.getSnapshot().matches('online')) ref.send({ type: 'request.answered' })
        return response
      } catch (error) {
        // What nobody wants to know any more says nothing about the server; a time-out does.
        const isGivenUp = error instanceof DOMException && error.name === 'AbortError'
        // An answer that was on its way when the network went may have been taken for its return.
        if (!isGivenUp) ref.send({ type: navigator.onLine ? 'request.unanswered' : 'connection.lost', readAt })
        throw error
      }
    },
    whenOnline,
    whenBack: async (signal) => {
      await waitFor(ref, (state) => state.hasTag('away'), { signal })
      await whenOnline(signal)
    },
    reason: () =>
      ref.getSnapshot().matches('offline') ? 'You are offline. Try again when you are back online.' : undefined,
  }
}
