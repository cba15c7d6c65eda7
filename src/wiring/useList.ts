import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import { createListQuery, type ListRow } from '../../machines/table/listQuery.machine'
import { queryActor, type Read } from './cache'
import { useApp } from './context'
import type { Rows } from './resources/search'
import { tap } from './tap'

export type ListRef<Row extends ListRow> = ActorRefFrom<ReturnType<typeof createListQuery<Row>>>

/** A short list that is shown whole, alive as long as its component. */
export function useList<Row extends ListRow>(name: string, read: Read<Rows<Row>>): ListRef<Row> {
  const { queryClient } = useApp().api
  const machine = useMemo(
    () => createListQuery<Row>().provide({ actors: { listQuery: queryActor(queryClient, () => read) } }),
    // The actor keeps the machine that it began with, so the read may come anew with every render.
    [queryClient, read],
  )
  return useActorRef(machine, { id: `list.${name}`, inspect: tap.observe })
}
