import { fromPromise } from 'xstate'
import { answer } from '../../../contract/client/client'
import type { Api } from '../api'
import type { ActorsOf } from '../effects'

export const gatewayActors = ({ reads }: Api): Pick<ActorsOf<'offerCreate'>, 'fetchGateways'> => ({
  fetchGateways: fromPromise(async ({ input: { organizationId }, signal }) => {
    if (organizationId === undefined) return []
    return answer(await reads.gateways.listInstances.query({ query: { organizationId }, fetchOptions: { signal } }))
      .data
  }),
})
