import { answer } from '../../../contract/client/client'
import type { ReceivedCampaign } from '../../../contract/lists/receivedCampaigns'
import { whenFree } from '../../browser/idle'
import type { Api } from '../api'
import type { Read } from '../cache'
import type { Rows } from './rows'

/** Pages of what is shared that are looked through, so that no list however long holds a phone call up. */
const mostPages = 5

/** All that others share with the organization, to choose from. */
export const readReceived = ({ extended }: Api, organizationId: string): Read<Rows<ReceivedCampaign>> => ({
  key: ['receivedCampaigns', 'rows', organizationId],
  fetch: async (signal) => {
    // Few are shared with, and whoever is on the phone waits for everything else first.
    await whenFree()
    const { reads } = await extended('collaborations')
    const rows: ReceivedCampaign[] = []
    for (let page = 1; page <= mostPages; page += 1) {
      const query = { organizationId, limit: 100, page, sortBy: 'partner' as const }
      const { data, meta } = answer(await reads.collaborations.received.query({ query, fetchOptions: { signal } }))
      rows.push(...data)
      if (page * 100 >= meta.total) break
    }
    return { rows, total: rows.length }
  },
})
