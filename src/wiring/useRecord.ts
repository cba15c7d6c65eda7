import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { type ActorRefFrom, fromCallback, sendTo } from 'xstate'
import type { SharedAction } from '../../machines/pendingChanges'
import { createRecordQuery, type RecordQueryEvent } from '../../machines/record/recordQuery.machine'
import { queryActor, type Read } from './cache'
import { useApp, useWorkspace } from './context'
import { tap } from './tap'

export type RecordRef<Row> = ActorRefFrom<ReturnType<typeof createRecordQuery<Row>>>

const pageVisibility = fromCallback(({ sendBack }: { sendBack: (event: RecordQueryEvent<never>) => void }) => {
  const sendVisibility = () => sendBack({ type: document.hidden ? 'page.hidden' : 'page.shown' })
  document.addEventListener('visibilitychange', sendVisibility)
  if (document.hidden) sendVisibility()
  return () => document.removeEventListener('visibilitychange', sendVisibility)
})

/**
 * The record on the screen, alive as long as its component. A flow that edits it is told when it turns out to differ
 * (GE-09). Another record is another component, by its key.
 */
export function useRecord<Row extends { id: string }>(resource: string, read: Read<Row>): RecordRef<Row> {
  const { queryClient } = useApp().api
  const workspace = useWorkspace()
  // Another machine would be another actor, so what it is made of may come anew with every render.
  const [machine] = useState(() =>
    createRecordQuery<Row>().provide({
      actors: { recordQuery: queryActor(queryClient, () => read), pageVisibility },
      actions: {
        shareRecord: sendTo(workspace, (_, { record }: { record: Row } & undefined) => ({
          type: 'records.read',
          records: [record],
        })) as unknown as SharedAction<{ record: Row }>,
      },
    }),
  )
  return useActorRef(machine, { id: `record.${resource}`, inspect: tap.observe })
}
