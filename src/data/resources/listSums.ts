import { answer } from '../../../contract/client/client'
import type { OrderLineSums } from '../../../contract/extensions/orderLines'
import type { OrderSums } from '../../../contract/extensions/orders'
import { shownFilters } from '../../../contract/lists/description'
import { lists } from '../../../contract/lists/lists'
import type { Api } from '../api'
import type { Read } from '../cache'
import { askedFilters, requestOf } from '../tableAddress'
import type { Rows } from './rows'

export interface SumsOf {
  orders: OrderSums
  orderLines: OrderLineSums
}
export type SummedList = keyof SumsOf

/** What the rows of a list add up to over all its pages, as its address narrows them; as the one row of a list. */
export function readListSums<List extends SummedList>(
  { extended }: Api,
  list: List,
  organizationId: string | undefined,
  search: Readonly<Record<string, unknown>>,
): Read<Rows<SumsOf[List] & { id: string }>> {
  const { q, filters } = requestOf(search, shownFilters(lists[list], true))
  return {
    key: [list, 'rows', organizationId, 'sums', q, filters],
    fetch: async (signal) => {
      if (organizationId === undefined) return { rows: [], total: 0 }
      const { client } = await extended()
      const body = { organizationId, ...(q && { q }), filters: askedFilters(lists[list], filters) }
      const asked = { body, fetchOptions: { signal } }
      const { data } =
        list === 'orders' ? answer(await client.orders.sums(asked)) : answer(await client.orderLines.sums(asked))
      // Which list it is, TypeScript does not follow through its name; the answer is the one of the call that is sent.
      return { rows: [{ id: 'sums', ...(data as SumsOf[List]) }], total: 1 }
    },
  }
}
