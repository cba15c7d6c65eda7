import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { type ActorRefFrom, fromCallback, sendTo, type SnapshotFrom } from 'xstate'
import type { SharedAction } from '../../machines/pendingChanges'
import { createDataTable, type DataTableEvent, type TableRequest } from '../../machines/table/dataTable.machine'
import type { Api } from './api'
import { known, queryActor } from './cache'
import { useApp, useSession, useWorkspace } from '../app/context'
import type { SessionRef } from '../app/session'
import type { Rows } from './resources/rows'
import { readRows, type TableResource, type TableRow } from './resources/search'
import { stored } from '../browser/storage'
import { addressOf, isPlain, requestOf } from './tableAddress'
import { tap } from '../app/tap'

export type TableRef<Resource extends TableResource> = ActorRefFrom<
  ReturnType<typeof createDataTable<TableRow<Resource>>>
>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** An address that a table wrote itself, which needs no answer. */
    tableWrite?: true
  }
}
const ownWrite = { tableWrite: true } as const

/** The page that the address is of, with a stroke at its end or without. */
const pageAt = ({ history }: RegisteredRouter) => history.location.pathname.replace(/\/$/, '')

/** With `begun` a list goes on from a plain address as it begins for the person. */
const addressChanges = (router: RegisteredRouter, filters: readonly string[], begun: () => object | undefined) =>
  fromCallback(({ sendBack }: { sendBack: (event: DataTableEvent<never>) => void }) => {
    const { history, options } = router
    const own = pageAt(router)
    const isBeginning = isPlain(options.parseSearch(history.location.search), filters)
    const beginning = isBeginning ? begun() : undefined
    if (beginning) {
      queueMicrotask(() => {
        void router.navigate({ to: '.', search: (before: object) => ({ ...before, ...beginning }), replace: true })
      })
    }
    return history.subscribe(({ location, action }) => {
      if (pageAt(router) !== own) return
      const isOwn = (action.type === 'PUSH' || action.type === 'REPLACE') && 'tableWrite' in location.state
      if (isOwn) return
      sendBack({ type: 'address.change', request: requestOf(options.parseSearch(location.search), filters) })
    })
  })

/** A person in an organization, as the browser tells them apart. */
export const whoIn = ({ context: { user, organizationId } }: SnapshotFrom<SessionRef>): string =>
  `${user?.id}.${organizationId}`

export interface TableSource<Resource extends TableResource> {
  resource: Resource
  /** What every row belongs to, such as a campaign. */
  within: Readonly<Record<string, string>>
  /** The names of the filters, which the address carries under these names. */
  filters: readonly string[]
}

/** The page of rows that a table asks for; `page` is the one that it begins with. */
export const rowsQuery = <Resource extends TableResource>(
  api: Api,
  organizationId: string | undefined,
  { resource, within }: TableSource<Resource>,
  page?: Rows<TableRow<Resource>>,
) =>
  queryActor(
    api.queryClient,
    ({ request }: { request: TableRequest }) => readRows(api, { organizationId, resource, within }, request),
    page,
  )

/**
 * A table of a resource's rows in the current organization, alive as long as its component, with its search, sort,
 * filters and page in the address (RT-13). A record that is being edited is told when its row turns out to differ (EO-06).
 */
export function useTable<Resource extends TableResource>(source: TableSource<Resource>): TableRef<Resource> {
  const { resource, filters } = source
  const { api, session } = useApp()
  const organizationId = useSession((session) => session.context.organizationId)
  const workspace = useWorkspace()
  const router = useRouter()
  const [own] = useState(() => pageAt(router))
  const [input] = useState(() => {
    const request = requestOf(router.state.location.search, filters)
    const page = known(api.queryClient, readRows(api, { organizationId, ...source }, request))
    return page?.rows.length ? { request, page } : { request }
  })
  // Another machine would be another actor, so what it is made of may come anew with every render.
  const [machine] = useState(() =>
    createDataTable<TableRow<Resource>>().provide({
      actors: {
        rowsQuery: rowsQuery(api, organizationId, source, input.page),
        addressChanges: addressChanges(router, filters, () =>
          stored.defaultView(whoIn(session.getSnapshot()), resource),
        ),
      },
      actions: {
        writeAddress: ({ context }) => {
          // A page that was chosen since, whose code is still coming, has nothing to do with this list's search.
          if (pageAt(router) !== own) return
          void router.navigate({
            to: '.',
            search: (before: object) => ({ ...before, ...addressOf(context.request, filters) }),
            state: ownWrite,
            resetScroll: false,
          })
        },
        shareRows: sendTo(workspace, (_, { rows }: { rows: readonly { id: string }[] } & undefined) => ({
          type: 'records.read',
          records: rows,
        })) as unknown as SharedAction<{ rows: readonly TableRow<Resource>[] }>,
      },
    }),
  )
  return useActorRef(machine, {
    id: `table.${resource}`,
    inspect: tap.observe,
    input,
  })
}
