import { fromPromise } from 'xstate'
import { pathParams } from '../../../contract/client/client'
import type { Api } from '../api'
import { type ActorsOf, required, someFields, upon } from '../flowActors'

export const deleteOffer = async ({ client }: Api, id: string) => {
  const params = pathParams({ offerId: required(id, 'Offer ID is required') })
  await client.offers.delete({ params, body: undefined })
}

/** Each throws what its flow shows; none is repeated by itself. */
export const offerActors = ({
  client,
  createOnce,
}: Api): ActorsOf<'offerEdit'> & Pick<ActorsOf<'offerCreate'>, 'createOffer'> => ({
  saveOffer: fromPromise(async ({ input: { id, version, fields } }) => {
    const params = pathParams({ offerId: required(id, 'No offerId') })
    await client.offers.update({ params, ...upon(version), body: someFields(fields) })
  }),
  createOffer: fromPromise(async ({ input: { campaignId, organizationId, offer } }) => {
    const body = { organizationId: required(organizationId, 'Organization ID is required'), ...offer }
    const request = { params: pathParams({ campaignId }), body }
    await createOnce(request, (keyed) => client.offers.create({ ...request, ...keyed }))
  }),
})
