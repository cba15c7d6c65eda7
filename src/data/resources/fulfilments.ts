import { fromPromise } from 'xstate'
import { answer, pathParams, searchPage } from '../../../contract/client/client'
import type { FulfilmentRecord } from '../../../contract/extensions/fulfilments'
import type { Api } from '../api'
import type { Read } from '../cache'
import { upon } from '../../../contract/versions'
import { type ActorsOf, required } from '../flowActors'
import type { Rows } from './rows'

/** Parcels to pack, with their contents and addresses (FU-02). */
export const readPackingList = (
  { extended }: Api,
  organizationId: string | undefined,
  ids: readonly string[],
): Read<Rows<FulfilmentRecord>> => ({
  key: ['fulfillments', 'packing', organizationId, ids],
  fetch: async (signal) => {
    if (organizationId === undefined || ids.length === 0) return { rows: [], total: 0 }
    const { client } = await extended('fulfilments')
    const body = { organizationId, fulfilmentIds: [...ids] }
    const { data } = answer(await client.fulfilments.packingList({ body, fetchOptions: { signal } }))
    return { rows: data, total: data.length }
  },
})

const ofFulfilment = (fulfilmentId: string) => ({ params: pathParams({ fulfilmentId }) })

type FulfilmentActors = ActorsOf<'trackingAssign'> &
  ActorsOf<'fulfilmentStep'> &
  ActorsOf<'fulfilmentPack'> &
  ActorsOf<'trackingScan'>

export const fulfilmentActors = ({ client: core, extended, createOnce }: Api): FulfilmentActors => ({
  assignTracking: fromPromise(async ({ input: { id, version, fields } }) => {
    const { fulfilments } = (await extended('fulfilments')).client
    await fulfilments.assign({ ...ofFulfilment(id), ...upon(version), body: fields })
  }),
  takeFulfilmentStep: fromPromise(async ({ input: { fulfilment, step } }) => {
    const { fulfilments } = (await extended('fulfilments')).client
    await fulfilments[step]({ ...ofFulfilment(fulfilment.id), ...upon(fulfilment.version), body: {} })
  }),
  packFulfilment: fromPromise(async ({ input: { orderId, fulfilmentId, values }, signal }) => {
    const { fulfilments } = (await extended('fulfilments')).client
    // With the form itself, whose code is loaded when it is opened.
    const { packedItems } = await import('../../../contract/forms/fulfilments')
    const body = { items: packedItems(values) }
    if (fulfilmentId === undefined) {
      const asked = { params: pathParams({ orderId }), body }
      await createOnce(asked, (keyed) => fulfilments.pack({ ...asked, ...keyed }), signal)
    } else {
      const asked = { ...ofFulfilment(fulfilmentId), body }
      await createOnce(asked, (keyed) => fulfilments.split({ ...asked, ...keyed }), signal)
    }
  }),
  isOrderThere: fromPromise(async ({ input: { organizationId, order } }) => {
    const q = order.trim().replace(/^#/, '')
    if (!/^\d{1,9}$/.test(q)) return false
    try {
      const request = {
        organizationId: required(organizationId, 'Organization ID is required'),
        q,
        page: 1,
        limit: 100,
      }
      const { rows, total } = await searchPage(core, { ...request, resource: 'orders' })
      return rows.some(({ number }) => Number(number) === Number(q)) || total > rows.length
    } catch {
      // The scan itself is refused, if anything is wrong.
      return true
    }
  }),
  scanTracking: fromPromise(async ({ input: { organizationId, order, tracking, carrier } }) => {
    const { fulfilments } = (await extended('fulfilments')).client
    const orgId = required(organizationId, 'Organization ID is required')
    const body = { organizationId: orgId, orderNumber: order, trackingNumber: tracking, carrier }
    return answer(await fulfilments.scan({ body })).data
  }),
})
