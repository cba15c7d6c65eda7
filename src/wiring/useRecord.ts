import { useActorRef } from '@xstate/react'
import { useState } from 'react'
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
  // Another machine would be another actor, so what it is made of may come anew with every render.
  const [machine] = useState(() =>
    createRecordQuery<Row>().provide({
      actors: { recordQuery: queryActor(queryClient, () => read), pageVisibility },
    }),
  )
  return useActorRef(machine, { id: `record.${resource}`, inspect: tap.observe })
}
