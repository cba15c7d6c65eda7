import { type AddressedList, shownFilters } from '../../contract/lists/description'
import type { App } from '../app/app'
import { fetchAhead, type Read } from './cache'
import { readRows, type RowsSource, type TableResource } from './resources/search'
import { requestOf } from './tableAddress'

// What an address shows is asked for while its code is still coming and nobody knows yet who is signed in; the machines
// find the answers in the cache. They stay the judges: who turns out to be signed out leaves an empty cache.

export function readRecordAhead<Data>({ api, session }: App, read: Read<Data>): void {
  if (!session.getSnapshot().hasTag('signedOut')) fetchAhead(api.queryClient, read)
}

/** The same of a record beyond the core, the code of whose calls is still coming too; without a failure if it does not. */
export function readExtendedAhead<Data>(app: App, load: () => Promise<Read<Data>>): void {
  if (!app.config.extensions) return
  load().then(
    (read) => readRecordAhead(app, read),
    () => undefined,
  )
}

/** The rows that a list at this address begins with; within what they belong to, such as a campaign. */
export function readRowsAhead(
  app: App,
  list: AddressedList & { resource: TableResource },
  search: Readonly<Record<string, unknown>>,
  within: RowsSource['within'] = {},
): void {
  const { organizationId } = app.session.getSnapshot().context
  if (organizationId === undefined) return
  const request = requestOf(search, shownFilters(list, app.config.extensions))
  readRecordAhead(app, readRows(app.api, { organizationId, resource: list.resource, within }, request))
}
