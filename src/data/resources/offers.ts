import { fromPromise } from 'xstate'
import * as z from 'zod/mini'
import { pathParams } from '../../../contract/client/client'
import { offer } from '../../../contract/offers'
import type { Api } from '../api'
import { keepAnswer } from '../cache'
import { upon } from '../../../contract/versions'
import { type ActorsOf, required, someFields } from '../flowActors'

export const deleteOffer = async ({ client }: Api, id: string) => {
  const params = pathParams({ offerId: required(id, 'Offer ID is required') })
  await client.offers.delete({ params, body: undefined })
}

/** Each throws what its flow shows; none is repeated by itself. */
export const offerActors = ({
  client,
  createOnce,
  queryClient,
}: Api): ActorsOf<'offerEdit'> & Pick<ActorsOf<'offerCreate'>, 'createOffer'> => ({
  saveOffer: fromPromise(async ({ input: { id, version, fields } }) => {
    const params = pathParams({ offerId: required(id, 'No offerId') })
    const { body } = await client.offers.update({ params, ...upon(version), body: someFields(fields) })
    // What a backend of the twenty calls answers is its own affair.
    const answered = z.safeParse(z.object({ data: offer }), body)
    if (answered.success) await keepAnswer(queryClient, 'offers', answered.data.data)
  }),
  createOffer: fromPromise(async ({ input: { campaignId, organizationId, offer: fields } }) => {
    const body = { organizationId: required(organizationId, 'Organization ID is required'), ...fields }
    const request = { params: pathParams({ campaignId }), body }
    await createOnce(request, (keyed) => client.offers.create({ ...request, ...keyed }))
  }),
})
