import { fromPromise } from 'xstate'
import { answer } from '../../../contract/client/client'
import type { GatewayInstance } from '../../../contract/gateways'
import type { Api } from '../api'
import type { Read } from '../cache'
import type { ActorsOf } from '../effects'
import type { Rows } from './search'

export const gatewayActors = ({ reads }: Api): Pick<ActorsOf<'offerCreate'>, 'fetchGateways'> => ({
  fetchGateways: fromPromise(async ({ input: { organizationId }, signal }) => {
    if (organizationId === undefined) return []
    return answer(await reads.gateways.listInstances.query({ query: { organizationId }, fetchOptions: { signal } }))
      .data
  }),
})

/** The gateways of an organization, to choose from. */
export const readGateways = ({ reads }: Api, organizationId: string | undefined): Read<Rows<GatewayInstance>> => ({
  key: ['gateways', 'rows', organizationId],
  fetch: async (signal) => {
    if (organizationId === undefined) return { rows: [], total: 0 }
    const rows = answer(
      await reads.gateways.listInstances.query({ query: { organizationId }, fetchOptions: { signal } }),
    ).data
    return { rows, total: rows.length }
  },
})
