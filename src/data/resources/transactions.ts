import { answer } from '../../../contract/client/client'
import type { TransactionSums } from '../../../contract/extensions/transactions'
import { transactionList } from '../../../contract/lists/transactions'
import type { Api } from '../api'
import type { Read } from '../cache'
import { askedFilters } from '../tableAddress'
import type { Rows } from './rows'

interface Asked {
  organizationId: string | undefined
  q: string | undefined
  filters: Readonly<Record<string, string | undefined>>
}

/** What the transactions that a search finds add up to (GW-03), as the one row of a list; nobody's are none. */
export const readTransactionSums = (
  { extended }: Api,
  { organizationId, q, filters }: Asked,
): Read<Rows<TransactionSums & { id: string }>> => ({
  key: ['transactions', 'rows', organizationId, 'sums', q, filters],
  fetch: async (signal) => {
    if (organizationId === undefined) return { rows: [], total: 0 }
    const { client } = await extended()
    const chosen = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
    const asked = askedFilters(transactionList, Object.fromEntries(chosen))
    const body = { organizationId, ...(q && { q }), filters: asked }
    const { data } = answer(await client.transactions.sums({ body, fetchOptions: { signal } }))
    return { rows: [{ id: 'sums', ...data }], total: 1 }
  },
})
