import { answer } from '../../../contract/client/client'
import type { CallSums } from '../../../contract/extensions/calls'
import type { OrderLineSums } from '../../../contract/extensions/orderLines'
import type { OrderSums } from '../../../contract/extensions/orders'
import type { TransactionSums } from '../../../contract/extensions/transactions'
import { shownFilters } from '../../../contract/lists/description'
import { lists } from '../../../contract/lists/lists'
import type { Api } from '../api'
import type { Read } from '../cache'
import { askedFilters, requestOf } from '../tableAddress'
import type { Rows } from './rows'

export interface SumsOf {
  calls: CallSums
  orders: OrderSums
  orderLines: OrderLineSums
  transactions: TransactionSums
}
export type SummedList = keyof SumsOf

/** What the rows of a list add up to over all its pages, as its address narrows them (GW-03, RP-02); as the one row of a list. */
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
      const body = { organizationId, ...(q && { q }), filters: askedFilters(lists[list], filters) }
      const asked = { body, fetchOptions: { signal } }
      const called: SummedList = list
      const { client } = await extended(called)
      const { data } = answer(await client[called].sums(asked))
      // Which list it is, TypeScript does not follow through its name; the answer is the one of the call that is sent.
      return { rows: [{ id: 'sums', ...(data as SumsOf[List]) }], total: 1 }
    },
  }
}
