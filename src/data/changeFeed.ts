import { type AnyActorRef, type EventObject, fromCallback } from 'xstate'
import {
  type ChangeFeedEvent,
  type ChangeFeedInput,
  changeFeedMachine,
} from '../../machines/session/changeFeed.machine'
import type { Api } from './api'
import type { Connection } from '../browser/connection'
import { whenIdle } from '../browser/idle'

interface Surroundings {
  api: Api
  connection: Connection
  /** Whether the backend has more than the core calls. */
  hasEvents: boolean
  sessionRef: () => AnyActorRef
}

const loadStream = async () => (await import('./changeStream')).listenToChanges
const loadChangedRecords = () => import('./changedRecords')

/** The feed of changes over the one stream of this browser. */
export const wireChangeFeed = ({ api, connection, hasEvents, sessionRef }: Surroundings) =>
  changeFeedMachine.provide({
    actors: {
      changeStream: fromCallback<EventObject, ChangeFeedInput>(({ input: { organizationId }, sendBack }) => {
        if (!hasEvents || organizationId === undefined) {
          // After the machine's own first step, so that a recording has both.
          queueMicrotask(() => sendBack({ type: 'stream.unavailable' }))
          return undefined
        }
        let stop = () => {}
        let isStopped = false
        const start = async () => {
          // Whatever the page needs to be seen comes first.
          await whenIdle()
          const [listen, { noteRequests }] = await Promise.all([loadStream(), loadChangedRecords()])
          if (isStopped) return
          noteRequests(api.queryClient)
          stop = listen({ organizationId, host: api.baseUrl, request: api.request }, sendBack)
        }
        start().catch(() => sendBack({ type: 'stream.lost' }))
        return () => {
          isStopped = true
          stop()
        }
      }),
      feedReasons: fromCallback(({ sendBack }: { sendBack: (event: ChangeFeedEvent) => void }) => {
        let isPaused = false
        const look = () => {
          const wasPaused = isPaused
          const isSignedIn = sessionRef()
            .getSnapshot()
            .matches({ signedIn: { token: 'valid' } })
          isPaused = document.hidden || connection.ref.getSnapshot().hasTag('away') || !isSignedIn
          if (isPaused !== wasPaused) sendBack({ type: isPaused ? 'feed.pause' : 'feed.resume' })
        }
        document.addEventListener('visibilitychange', look)
        const reasons = [connection.ref, sessionRef()].map((ref: AnyActorRef) => ref.subscribe(look))
        // The session is still on its way to what it is about to be.
        queueMicrotask(look)
        return () => {
          document.removeEventListener('visibilitychange', look)
          for (const reason of reasons) reason.unsubscribe()
        }
      }),
    },
  })
