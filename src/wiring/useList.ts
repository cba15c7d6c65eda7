import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { type ActorRefFrom, sendTo } from 'xstate'
import { createListQuery, type ListRow } from '../../machines/table/listQuery.machine'
import type { SharedAction } from '../../machines/pendingChanges'
import { queryActor, type Read } from './cache'
import { useApp, useWorkspace } from './context'
import type { Rows } from './resources/search'
import { tap } from './tap'

export type ListRef<Row extends ListRow> = ActorRefFrom<ReturnType<typeof createListQuery<Row>>>

/** A short list that is shown whole, alive as long as its component. */
export function useList<Row extends ListRow>(name: string, read: Read<Rows<Row>>): ListRef<Row> {
  const { queryClient } = useApp().api
  // Another machine would be another actor, so the read may come anew with every render.
  const [machine] = useState(() =>
    createListQuery<Row>().provide({ actors: { listQuery: queryActor(queryClient, () => read) } }),
  )
  return useActorRef(machine, { id: `list.${name}`, inspect: tap.observe })
}

/** The same, of records that a dialog may have open, which hears of what they are now (GE-09). */
export function useRecordList<Row extends ListRow>(name: string, read: Read<Rows<Row>>): ListRef<Row> {
  const { queryClient } = useApp().api
  const workspace = useWorkspace()
  const [machine] = useState(() =>
    createListQuery<Row>().provide({
      actors: { listQuery: queryActor(queryClient, () => read) },
      actions: {
        shareRows: sendTo(workspace, (_, { rows }: { rows: readonly { id: string }[] } & undefined) => ({
          type: 'records.read',
          records: rows,
        })) as unknown as SharedAction<{ rows: readonly Row[] }>,
      },
    }),
  )
  return useActorRef(machine, { id: `list.${name}`, inspect: tap.observe })
}
