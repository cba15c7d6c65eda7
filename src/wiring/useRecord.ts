import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { type ActorRefFrom, fromCallback } from 'xstate'
import { createRecordQuery, type RecordQueryEvent } from '../../machines/record/recordQuery.machine'
import { queryActor, type Read } from './cache'
import { useApp } from './context'
import { tap } from './tap'

export type RecordRef<Row> = ActorRefFrom<ReturnType<typeof createRecordQuery<Row>>>

const pageVisibility = fromCallback(({ sendBack }: { sendBack: (event: RecordQueryEvent<never>) => void }) => {
  const sendVisibility = () => sendBack({ type: document.hidden ? 'page.hidden' : 'page.shown' })
  document.addEventListener('visibilitychange', sendVisibility)
  if (document.hidden) sendVisibility()
  return () => document.removeEventListener('visibilitychange', sendVisibility)
})

/** The record on the screen, alive as long as its component. Another record is another component, by its key. */
export function useRecord<Row>(resource: string, read: Read<Row>): RecordRef<Row> {
  const { queryClient } = useApp().api
  const machine = useMemo(
    () =>
      createRecordQuery<Row>().provide({
        actors: { recordQuery: queryActor(queryClient, () => read), pageVisibility },
      }),
    // The actor keeps the machine that it began with, so the read may come anew with every render.
    [queryClient, read],
  )
  return useActorRef(machine, { id: `record.${resource}`, inspect: tap.observe })
}
