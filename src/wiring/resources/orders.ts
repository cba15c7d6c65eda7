import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { Api } from '../api'
import type { Read } from '../cache'
import { type ActorsOf, upon } from '../effects'

/** One order with all that belongs to it (OR-02). */
export const readOrder = ({ extended }: Api, orderId: string): Read<OrderRecord> => ({
  key: ['orders', 'record', orderId],
  fetch: async (signal) => {
    const { reads } = await extended()
    return answer(await reads.orders.get.query({ params: pathParams({ orderId }), fetchOptions: { signal } })).data
  },
})

const ofOrder = (orderId: string) => ({ params: pathParams({ orderId }) })

export const orderActors = ({
  extended,
  createOnce,
}: Api): ActorsOf<'orderAddressEdit'> & ActorsOf<'orderCancel'> & ActorsOf<'orderNote'> => ({
  saveOrderAddress: fromPromise(async ({ input: { id, version, fields } }) => {
    const { client } = await extended()
    await client.orders.updateAddress({ ...ofOrder(id), ...upon(version), body: fields })
  }),
  cancelOrder: fromPromise(async ({ input: { id, values } }) => {
    const { client } = await extended()
    await client.orders.cancel({ ...ofOrder(id), body: values })
  }),
  writeOrderNote: fromPromise(async ({ input: { id, values } }) => {
    const { client } = await extended()
    const note = { ...ofOrder(id), body: values }
    await createOnce(note, (keyed) => client.orders.addNote({ ...note, ...keyed }))
  }),
})
