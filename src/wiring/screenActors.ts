import { useRouter } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { type ActorRefFrom, type EventObject, fromCallback } from 'xstate'
import type { Offer } from '../../contract/offers'
import { type CampaignEvent, campaignMachine } from '../../machines/campaign.machine'
import { type DataTableEvent, dataTableMachine, type TableRequest } from '../../machines/dataTable.machine'
import { listQueryMachine } from '../../machines/listQuery.machine'
import type { QueryCommand } from '../../machines/actors'
import type { AppRouter } from './app'
import { useApp, type WorkspaceRef } from './context'
import type { RowsSource } from './queries'
import { stored } from './storage'
import { addressOf, requestOf } from './tableAddress'
import { tap } from './tap'

export type CampaignRef = ActorRefFrom<typeof campaignMachine>
export type DataTableRef = ActorRefFrom<typeof dataTableMachine>
export type ListQueryRef = ActorRefFrom<typeof listQueryMachine>

type Send<Event extends EventObject> = (event: Event) => void

function pageVisibility({ sendBack }: { sendBack: Send<CampaignEvent> }) {
  const tell = () => sendBack({ type: document.hidden ? 'page.hidden' : 'page.shown' })
  document.addEventListener('visibilitychange', tell)
  if (document.hidden) tell()
  return () => document.removeEventListener('visibilitychange', tell)
}

/** The campaign on the screen, alive as long as its component. */
export function useCampaign(campaignId: string): CampaignRef {
  const { queries } = useApp()
  const machine = useMemo(
    () =>
      campaignMachine.provide({
        actors: {
          campaignQuery: fromCallback<QueryCommand, { campaignId: string }>(({ input, ...source }) =>
            queries.campaign(input.campaignId)(source),
          ),
          pageVisibility: fromCallback(pageVisibility),
        },
      }),
    [queries],
  )
  return useActorRef(machine, { id: 'campaign', inspect: tap.observe, input: { campaignId } })
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** An address that a table wrote itself, which needs no answer. */
    tableWrite?: true
  }
}
const ownWrite = { tableWrite: true } as const

const addressChanges =
  (router: AppRouter) =>
  ({ sendBack }: { sendBack: Send<DataTableEvent> }) => {
    const { pathname } = router.history.location
    return router.history.subscribe(({ location, action }) => {
      if (location.pathname !== pathname) return
      const isOwn = (action.type === 'PUSH' || action.type === 'REPLACE') && 'tableWrite' in location.state
      if (!isOwn) sendBack({ type: 'address.change', request: requestOf(router.options.parseSearch(location.search)) })
    })
  }

/** The offers of a campaign. Dialogs that edit one of them begin again when the server's offer turns out to differ (EO-06). */
export function useOffersTable(source: RowsSource, workspace: WorkspaceRef): DataTableRef {
  const shareOffers = useMemo(
    () => (rows: readonly object[]) =>
      // The rows of this table come from a search for offers, which the client checked against their schema.
      workspace.send({ type: 'offers.read', offers: rows as readonly Offer[] }),
    [workspace],
  )
  return useDataTable('offers', source, shareOffers)
}

const keepRows = () => {}

/** A table of the server's rows, with its search, sort and page in the address (RT-13). */
export function useDataTable(
  name: string,
  source: RowsSource,
  shareRows: (rows: readonly object[]) => void = keepRows,
): DataTableRef {
  const { queries } = useApp()
  const router = useRouter()
  const machine = useMemo(
    () =>
      dataTableMachine.provide({
        actors: {
          rowsQuery: fromCallback<QueryCommand, { request: TableRequest }>(({ input, ...query }) =>
            queries.rows(source, input.request)(query),
          ),
          addressChanges: fromCallback(addressChanges(router)),
        },
        actions: {
          writeAddress: ({ context }) =>
            void router.navigate({
              to: '.',
              search: (before: object) => ({ ...before, ...addressOf(context.request) }),
              state: ownWrite,
              resetScroll: false,
            }),
          // After the table's own step, as the receiver may send on to others.
          shareRows: (_, { rows }) => queueMicrotask(() => shareRows(rows)),
          storeHiddenColumns: (_, { hiddenColumns }) => stored.setHiddenColumns(name, hiddenColumns),
        },
      }),
    [name, queries, router, shareRows, source],
  )
  return useActorRef(machine, {
    id: `table.${name}`,
    inspect: tap.observe,
    input: { request: requestOf(router.state.location.search), hiddenColumns: stored.hiddenColumns(name) },
  })
}

const wholeList: TableRequest = { q: '', pageIndex: 0, pageSize: 10, sort: undefined }

/** A campaign's auto-responders. */
export function useAutoresponders(campaignId: string): ListQueryRef {
  const { queries } = useApp()
  const machine = useMemo(
    () =>
      listQueryMachine.provide({
        actors: { listQuery: fromCallback<QueryCommand>((source) => queries.autoresponders(campaignId)(source)) },
      }),
    [campaignId, queries],
  )
  return useActorRef(machine, { id: 'list.autoresponders', inspect: tap.observe })
}

/** The first rows of a resource, without a table's controls. */
export function useFirstRows(source: RowsSource): ListQueryRef {
  const { queries } = useApp()
  const machine = useMemo(
    () =>
      listQueryMachine.provide({
        actors: { listQuery: fromCallback<QueryCommand>((query) => queries.rows(source, wholeList)(query)) },
      }),
    [queries, source],
  )
  return useActorRef(machine, { id: `list.${source.resource}`, inspect: tap.observe })
}
