import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { type ActorRefFrom, sendTo } from 'xstate'
import { createListQuery, type ListRow } from '../../machines/table/listQuery.machine'
import type { SharedAction } from '../../machines/pendingChanges'
import { queryActor, type Read } from './cache'
import { useApp, useWorkspace } from '../app/context'
import type { Rows } from './resources/rows'
import { tap } from '../app/tap'

export type ListRef<Row extends ListRow> = ActorRefFrom<ReturnType<typeof createListQuery<Row>>>

type ShareRows<Row> = SharedAction<{ rows: readonly Row[] }>

/** What it is made of may come anew with every render: another machine would be another actor. */
function useListOf<Row extends ListRow>(name: string, read: Read<Rows<Row>>, shareRows: ShareRows<Row>): ListRef<Row> {
  const { queryClient } = useApp().api
  const [machine] = useState(() =>
    createListQuery<Row>().provide({
      actors: { listQuery: queryActor(queryClient, () => read) },
      actions: { shareRows },
    }),
  )
  return useActorRef(machine, { id: `list.${name}`, inspect: tap.observe })
}

const nobody = () => {}

/** A short list that is shown whole, alive as long as its component. */
export const useList = <Row extends ListRow>(name: string, read: Read<Rows<Row>>): ListRef<Row> =>
  useListOf(name, read, nobody)

/** The same, of which what is read is heard each time. */
export const useHeardList = <Row extends ListRow>(
  name: string,
  read: Read<Rows<Row>>,
  hear: (rows: readonly Row[]) => void,
): ListRef<Row> => useListOf(name, read, (_: unknown, { rows }: { rows: readonly Row[] }) => hear(rows))

/** The same, of records that a dialog may have open, which hears of what they are now (GE-09). */
export function useRecordList<Row extends ListRow>(name: string, read: Read<Rows<Row>>): ListRef<Row> {
  const share = sendTo(useWorkspace(), (_, { rows }: { rows: readonly { id: string }[] } & undefined) => ({
    type: 'records.read',
    records: rows,
  }))
  // An action of xstate's is such a function, to be called by xstate only.
  return useListOf(name, read, share as unknown as ShareRows<Row>)
}
