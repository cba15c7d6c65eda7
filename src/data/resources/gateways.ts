import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { GatewayComparison, GatewayRecord } from '../../../contract/extensions/gateways'
import type { GatewayInstance } from '../../../contract/gateways'
import { newId } from '../../browser/newId'
import type { Api } from '../api'
import { upon } from '../../../contract/versions'
import { type ActorsOf, required } from '../flowActors'
import { wholeList } from './wholeList'

type GatewayActors = Pick<ActorsOf<'offerCreate'>, 'fetchGateways'> &
  ActorsOf<'gatewayEdit'> &
  ActorsOf<'gatewaySwitch'> &
  ActorsOf<'gatewayRehearse'> &
  ActorsOf<'gatewayReconcile'>

export const gatewayActors = ({ reads, extended, createOnce }: Api): GatewayActors => ({
  fetchGateway: fromPromise(async ({ input: { organizationId, gatewayInstanceId }, signal }) => {
    const { gateways } = (await extended('gateways')).reads
    const fetchOptions = { signal }
    if (gatewayInstanceId !== undefined) {
      const found = await gateways.get.query({ params: pathParams({ gatewayInstanceId }), fetchOptions })
      return { gateway: answer(found).data }
    }
    const query = { organizationId: required(organizationId, 'Organization ID is required') }
    const { webhooks } = answer(await gateways.list.query({ query, fetchOptions }))
    const id = newId()
    return { toBe: { id, webhookAddress: webhooks ? `${webhooks}/stripe/${id}` : undefined } }
  }),
  saveGateway: fromPromise(async ({ input: { organizationId, gateway, toBe, values } }) => {
    const { gateways } = (await extended('gateways')).client
    // With the form itself, whose code is loaded when it is opened.
    const { changedGatewayFields, gatewayCreateRequest } = await import('../../../contract/forms/gateways')
    if (gateway) {
      const params = pathParams({ gatewayInstanceId: gateway.id })
      await gateways.update({ params, ...upon(gateway.version), body: changedGatewayFields(gateway, values) })
      return
    }
    const body = {
      organizationId: required(organizationId, 'Organization ID is required'),
      ...(toBe && { id: toBe.id }),
      ...gatewayCreateRequest(values),
    }
    await createOnce({ body }, (keyed) => gateways.create({ body, ...keyed }))
  }),
  switchGateway: fromPromise(async ({ input: { gatewayInstanceId, state } }) => {
    const { gateways } = (await extended('gateways')).client
    await gateways.switch({ params: pathParams({ gatewayInstanceId }), body: { state } })
  }),
  rehearseGateway: fromPromise(async ({ input: { gatewayInstanceId } }) => {
    const { gateways } = (await extended('gateways')).client
    return answer(await gateways.rehearse({ params: pathParams({ gatewayInstanceId }), body: {} })).data.steps
  }),
  reconcileGateway: fromPromise(async ({ input: { gatewayInstanceId } }) => {
    const { gateways } = (await extended('gateways')).client
    return answer(await gateways.reconcile({ params: pathParams({ gatewayInstanceId }), body: {} })).data
  }),
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

/** What the last comparison with each gateway has left (GW-04). */
export const readComparisons = ({ extended }: Api, organizationId: string | undefined) => ({
  ...wholeList<GatewayComparison>('gateways', organizationId, async (asked) => {
    const { reads } = await extended('gateways')
    return answer(await reads.gateways.comparisons.query(asked)).data
  }),
  key: ['gateways', 'rows', organizationId, 'comparisons'],
})

/** The gateways of an organization with their figures (GW-01). */
export const readGatewayRecords = ({ extended }: Api, organizationId: string | undefined) => ({
  ...wholeList<GatewayRecord>('gateways', organizationId, async (asked) => {
    const { reads } = await extended('gateways')
    return answer(await reads.gateways.list.query(asked)).data
  }),
  // Beside the enabled ones with their names alone.
  key: ['gateways', 'rows', organizationId, 'figures'],
})
