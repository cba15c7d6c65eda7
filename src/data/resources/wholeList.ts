import type { Read } from '../cache'
import type { Rows } from './rows'

/** A list of an organization that is short enough to be read whole; nobody's is empty. */
export const wholeList = <Row>(
  resource: string,
  organizationId: string | undefined,
  read: (asked: { query: { organizationId: string }; fetchOptions: { signal: AbortSignal } }) => Promise<Row[]>,
): Read<Rows<Row>> => ({
  key: [resource, 'rows', organizationId],
  fetch: async (signal) => {
    const rows = organizationId === undefined ? [] : await read({ query: { organizationId }, fetchOptions: { signal } })
    return { rows, total: rows.length }
  },
})
