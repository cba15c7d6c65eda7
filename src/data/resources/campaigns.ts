import { fromPromise } from 'xstate'
import type { Campaign } from '../../../contract/campaigns'
import { answer, pathParams } from '../../../contract/client/client'
import type { Api } from '../api'
import type { Read } from '../cache'
import { upon } from '../../../contract/versions'
import { type ActorsOf, required, someFields } from '../flowActors'

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

/** Those in which the person sells before all others, as far as the backend tells (CP-02). */
export const ownFirst = (campaigns: readonly Campaign[]): Campaign[] =>
  campaigns.toSorted((a, b) => Number(b.isMine ?? false) - Number(a.isMine ?? false))

/** The campaigns that are on sale now. */
export const activeCampaigns = { resource: 'campaigns', within: { status: 'active' } } as const

const ofVersion = ({ campaign }: { campaign: Campaign }) => ({
  params: pathParams({ campaignId: campaign.id }),
  ...upon(campaign.version),
  body: {},
})

export const campaignActors = ({
  client,
  extended,
  createOnce,
}: Api): ActorsOf<'campaignEdit'> &
  ActorsOf<'campaignCreate'> &
  ActorsOf<'campaignArchive'> &
  ActorsOf<'campaignMembers'> &
  ActorsOf<'campaignScript'> => ({
  fetchSellers: fromPromise(async ({ input: { organizationId = '', campaignId } }) => {
    const { organizations } = (await extended('organizations')).client
    const [people, campaign] = await Promise.all([
      organizations.members({ params: pathParams({ organizationId }) }),
      client.campaigns.get({ params: pathParams({ campaignId }), query: { withMembers: 'true' } }),
    ])
    const { members, version } = answer(campaign).data
    const memberIds = (members ?? []).map(({ id }) => id)
    // Who is kept out sells nothing, and stays chosen for when they are let in again.
    const offered = answer(people).data.filter(({ id, isDisabled }) => !isDisabled || memberIds.includes(id))
    return { people: offered, memberIds, version: version ?? null }
  }),
  saveSellers: fromPromise(async ({ input: { campaignId, version, memberIds } }) => {
    const { campaigns } = (await extended('campaigns')).client
    await campaigns.setMembers({ params: pathParams({ campaignId }), ...upon(version), body: { memberIds } })
  }),
  fetchScript: fromPromise(async ({ input: { campaignId } }) => {
    const { campaigns } = (await extended('campaigns')).client
    return answer(await campaigns.script({ params: pathParams({ campaignId }) })).data
  }),
  saveScript: fromPromise(async ({ input: { id, version, fields } }) => {
    const { campaigns } = (await extended('campaigns')).client
    await campaigns.setScript({ params: pathParams({ campaignId: id }), ...upon(version), body: fields })
  }),
  createCampaign: fromPromise(async ({ input: { organizationId, copiedFrom, values } }) => {
    // With the form itself, whose code is loaded when it is opened.
    const { campaignCreateRequest } = await import('../../../contract/forms/campaigns')
    const body = {
      organizationId: required(organizationId, 'Organization ID is required'),
      ...campaignCreateRequest(values),
      ...(copiedFrom && { copiedFrom }),
    }
    const { campaigns } = (await extended('campaigns')).client
    return answer(await createOnce({ body }, (keyed) => campaigns.create({ body, ...keyed }))).data
  }),
  archiveCampaign: fromPromise(async ({ input }) => {
    const { campaigns } = (await extended('campaigns')).client
    await campaigns.archive(ofVersion(input))
  }),
  // Archiving it has made another version of it, which is nobody else's.
  restoreCampaign: fromPromise(async ({ input: { campaign } }) => {
    const { campaigns } = (await extended('campaigns')).client
    await campaigns.restore({ params: pathParams({ campaignId: campaign.id }), body: {} })
  }),
  saveCampaign: fromPromise(async ({ input: { id, version, fields } }) => {
    const params = pathParams({ campaignId: required(id, 'Campaign ID is required') })
    await client.campaigns.update({ params, ...upon(version), body: someFields(fields) })
  }),
})
