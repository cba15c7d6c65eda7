import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { fromCallback } from 'xstate'
import { createDataTable, type DataTableEvent, type TableRequest } from '../../machines/table/dataTable.machine'
import { useApp, useSession } from '../app/context'
import { tap } from '../app/tap'
import { type TableResource, type TableRow } from './resources/search'
import { requestOf } from './tableAddress'
import { rowsQuery, type TableRef, type TableSource } from './useTable'

/** What the address asks of the table that it belongs to, but for its pages. */
const followed = (search: Readonly<Record<string, unknown>>, filters: readonly string[]): TableRequest => ({
  ...requestOf(search, filters),
  pageIndex: 0,
  pageSize: 10,
  columns: undefined,
})

const followedChanges = ({ history, options }: RegisteredRouter, filters: readonly string[]) =>
  fromCallback(({ sendBack }: { sendBack: (event: DataTableEvent<never>) => void }) => {
    const { pathname } = history.location
    const asked = (search: string) => followed(options.parseSearch(search), filters)
    let known = JSON.stringify(asked(history.location.search))
    return history.subscribe(({ location }) => {
      if (location.pathname !== pathname) return
      const request = asked(location.search)
      // Another page of that table is none of this one.
      if (JSON.stringify(request) === known) return
      known = JSON.stringify(request)
      sendBack({ type: 'address.change', request })
    })
  })

/** A table below another one, whose search, sort and filters it follows; its page is nothing that the address carries. */
export function useFollowingTable<Resource extends TableResource>(source: TableSource<Resource>): TableRef<Resource> {
  const { resource, filters } = source
  const { api } = useApp()
  const organizationId = useSession((session) => session.context.organizationId)
  const router = useRouter()
  // Another machine would be another actor, so what it is made of may come anew with every render.
  const [machine] = useState(() =>
    createDataTable<TableRow<Resource>>().provide({
      actors: {
        rowsQuery: rowsQuery(api, organizationId, source),
        addressChanges: followedChanges(router, filters),
      },
    }),
  )
  return useActorRef(machine, {
    id: `table.${resource}`,
    inspect: tap.observe,
    input: { request: followed(router.state.location.search, filters) },
  })
}
