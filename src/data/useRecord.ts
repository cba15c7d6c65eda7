import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { type ActorRefFrom, fromCallback, sendTo } from 'xstate'
import type { SharedAction } from '../../machines/pendingChanges'
import { createRecordQuery, type OwnedRow, type RecordQueryEvent } from '../../machines/record/recordQuery.machine'
import { known, queryActor, type Read } from './cache'
import type { Connection } from '../browser/connection'
import { useApp, useSession, useWorkspace } from '../app/context'
import { tap } from '../app/tap'

export type RecordRef<Row extends OwnedRow & { id: string }> = ActorRefFrom<ReturnType<typeof createRecordQuery<Row>>>

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

/**
 * The record on the screen, alive as long as its component. A flow that edits it is told when it turns out to differ
 * (GE-09). Another record is another component, by its key.
 */
export function useRecord<Row extends OwnedRow & { id: string }>(resource: string, read: Read<Row>): RecordRef<Row> {
  const { api, connection } = useApp()
  const organizationId = useSession((session) => session.context.organizationId)
  const workspace = useWorkspace()
  // Another machine would be another actor, so what it is made of may come anew with every render.
  const [record] = useState(() => known(api.queryClient, read))
  const [machine] = useState(() =>
    createRecordQuery<Row>().provide({
      actors: {
        recordQuery: queryActor(api.queryClient, () => read, record),
        pollingReasons: pollingReasons(connection),
      },
      actions: {
        shareRecord: sendTo(workspace, (_, { record }: { record: Row } & undefined) => ({
          type: 'records.read',
          records: [record],
        })) as unknown as SharedAction<{ record: Row }>,
      },
    }),
  )
  return useActorRef(machine, { id: `record.${resource}`, inspect: tap.observe, input: { organizationId, record } })
}
