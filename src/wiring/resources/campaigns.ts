import { fromPromise } from 'xstate'
import type { Campaign } from '../../../contract/campaigns'
import { answer, pathParams } from '../../../contract/client/client'
import type { Api } from '../api'
import type { Read } from '../cache'
import { type ActorsOf, required, someFields, upon } from '../effects'

/** One campaign with its members (CD-07). */
export const readCampaign = ({ reads }: Api, campaignId: string): Read<Campaign> => ({
  key: ['campaigns', 'record', campaignId],
  fetch: async (signal) =>
    answer(
      await reads.campaigns.get.query({
        params: pathParams({ campaignId }),
        query: { withMembers: 'true' },
        fetchOptions: { signal },
      }),
    ).data,
})

/** The campaigns that are on sale now. */
export const activeCampaigns = { resource: 'campaigns', within: { status: 'active' } } as const

export const campaignActors = ({ client }: Api): ActorsOf<'campaignEdit'> => ({
  saveCampaign: fromPromise(async ({ input: { id, version, fields } }) => {
    const params = pathParams({ campaignId: required(id, 'Campaign ID is required') })
    await client.campaigns.update({ params, ...upon(version), body: someFields(fields) })
  }),
})
