import type { QueryClient } from '@tanstack/react-query'
import type { CampaignUpdate } from '../../contract/campaigns'
import { answer, type Client, pathParams } from '../../contract/client/client'
import type { AutoresponderValues } from '../../contract/forms/autoresponder'
import type { OfferUpdate } from '../../contract/offers'
import type { UserUpdate } from '../../contract/users'
import type { NewOffer } from '../../machines/offerCreate.machine'
import { autoresponderBody } from './autoresponderBody'
import { readAgain } from './queries'

const required = (id: string | undefined, message: string): string => {
  if (!id) throw new Error(message)
  return id
}

/** Null and empty fields are dropped; nothing left to send is an error (EO-08, UC-03). */
function givenFields<Fields extends object>(fields: Fields, mayBeEmpty: readonly string[] = []): Fields {
  const given = Object.entries(fields).filter(
    ([name, value]) => value !== null && value !== undefined && (value !== '' || mayBeEmpty.includes(name)),
  )
  if (given.length === 0) throw new Error('No update fields provided')
  // Only whole entries were taken away, and every field of an update is optional.
  return Object.fromEntries(given) as Fields
}

async function updateOffer(client: Client, id: string, fields: OfferUpdate) {
  const params = pathParams({ offerId: required(id, 'Offer ID is required') })
  await client.offers.update({ params, body: givenFields(fields) })
}

/** Every write of the app. Each throws what its caller shows; none is repeated by itself. */
export const createWrites = (client: Client, queryClient: QueryClient) => ({
  saveOffer: async ({ id, fields }: { id: string; fields: OfferUpdate }) => {
    await updateOffer(client, required(id, 'No offerId'), fields)
  },
  deleteOffer: async ({ id }: { id: string }) => {
    const params = pathParams({ offerId: required(id, 'Offer ID is required') })
    await client.offers.delete({ params, body: undefined })
  },
  createOffer: async (input: { campaignId: string; organizationId: string | undefined; offer: NewOffer }) => {
    const organizationId = required(input.organizationId, 'Organization ID is required')
    const params = pathParams({ campaignId: input.campaignId })
    await client.offers.create({ params, body: { organizationId, ...input.offer } })
  },
  saveCampaign: async ({ id, fields }: { id: string; fields: CampaignUpdate }) => {
    const params = pathParams({ campaignId: required(id, 'Campaign ID is required') })
    await client.campaigns.update({ params, body: givenFields(fields, ['termsOfService', 'internalNote']) })
  },
  createAutoresponder: async ({ campaignId, values }: { campaignId: string; values: AutoresponderValues }) => {
    const body = {
      subject: values.subject.trim(),
      body: autoresponderBody(values.event),
      pluginInstanceId: values.pluginInstanceId,
      event: values.event,
      from: values.from.trim(),
    }
    await client.autoresponders.createEmail({ params: pathParams({ campaignId }), body })
  },
  saveProfile: async ({ fields }: { fields: UserUpdate }) => {
    const { message, data } = answer(await client.users.update({ body: givenFields(fields) }))
    return { message, user: data.user }
  },
  readAgain: ({ resource }: { resource: string }) => readAgain(queryClient, [resource]),
})
export type Writes = ReturnType<typeof createWrites>
