import { fromPromise } from 'xstate'
import { answer } from '../../../contract/client/client'
import type { GatewayInstance } from '../../../contract/gateways'
import type { Api } from '../api'
import type { ActorsOf } from '../effects'
import { wholeList } from './wholeList'

export const gatewayActors = ({ reads }: Api): Pick<ActorsOf<'offerCreate'>, 'fetchGateways'> => ({
  fetchGateways: fromPromise(async ({ input: { organizationId }, signal }) => {
    if (organizationId === undefined) return []
    return answer(await reads.gateways.listInstances.query({ query: { organizationId }, fetchOptions: { signal } }))
      .data
  }),
})

/** The gateways of an organization, to choose from. */
export const readGateways = ({ reads }: Api, organizationId: string | undefined) =>
  wholeList<GatewayInstance>(
    'gateways',
    organizationId,
    async (asked) => answer(await reads.gateways.listInstances.query(asked)).data,
  )
