import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { type ActorRefFrom, fromCallback } from 'xstate'
import { createRecordQuery, type OwnedRow, type RecordQueryEvent } from '../../machines/record/recordQuery.machine'
import { queryActor, type Read } from './cache'
import type { Connection } from './connection'
import { useApp, useSession } from './context'
import { tap } from './tap'

export type RecordRef<Row extends OwnedRow> = ActorRefFrom<ReturnType<typeof createRecordQuery<Row>>>

/** Tells whether asking again makes sense: somebody can see the answer, and the server can give one. */
const pollingReasons = ({ ref }: Connection) =>
  fromCallback(({ sendBack }: { sendBack: (event: RecordQueryEvent<never>) => void }) => {
    let isPaused = false
    const look = () => {
      const wasPaused = isPaused
      isPaused = document.hidden || ref.getSnapshot().hasTag('away')
      if (isPaused !== wasPaused) sendBack({ type: isPaused ? 'polling.pause' : 'polling.resume' })
    }
    document.addEventListener('visibilitychange', look)
    const connection = ref.subscribe(look)
    look()
    return () => {
      document.removeEventListener('visibilitychange', look)
      connection.unsubscribe()
    }
  })

/** The record on the screen, alive as long as its component. Another record is another component, by its key. */
export function useRecord<Row extends OwnedRow>(resource: string, read: Read<Row>): RecordRef<Row> {
  const { api, connection } = useApp()
  const organizationId = useSession((session) => session.context.organizationId)
  // Another machine would be another actor, so what it is made of may come anew with every render.
  const [machine] = useState(() =>
    createRecordQuery<Row>().provide({
      actors: {
        recordQuery: queryActor(api.queryClient, () => read),
        pollingReasons: pollingReasons(connection),
      },
    }),
  )
  return useActorRef(machine, { id: `record.${resource}`, inspect: tap.observe, input: { organizationId } })
}
