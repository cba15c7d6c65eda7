import { answer } from '../../../contract/client/client'
import type { CampaignKind } from '../../../contract/extensions/campaigns'
import type { Api } from '../api'
import type { Read } from '../cache'
import type { Rows } from './rows'

/** The categories and the types that campaigns have; a backend of the twenty calls tells none. */
export const readCampaignKinds = (
  { extended }: Api,
  organizationId: string | undefined,
  isOffered: boolean,
): Read<Rows<CampaignKind & { id: string }>> => ({
  key: ['campaigns', 'kinds', organizationId],
  fetch: async (signal) => {
    if (!isOffered || organizationId === undefined) return { rows: [], total: 0 }
    const { reads } = await extended('campaigns')
    const { data } = answer(await reads.campaigns.kinds.query({ query: { organizationId }, fetchOptions: { signal } }))
    return { rows: data.map((kind) => ({ ...kind, id: `${kind.field} ${kind.name}` })), total: data.length }
  },
})
