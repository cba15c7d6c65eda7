import { answer, pathParams } from '../../../contract/client/client'
import type { SalePayment } from '../../../contract/extensions/collaborations'
import type { Api } from '../api'
import type { Read } from '../cache'
import { required } from '../flowActors'
import { linkActors, type ReadOrderPayments } from './orders'

interface Sold {
  organizationId: string | undefined
  collaborationId: string
}

const organization = (organizationId: string | undefined) => required(organizationId, 'Organization ID is required')

/** How far the payment is of an order that was sold in what a partner shares, as an order's payments are read. */
export const readSalePayment = (
  { extended }: Api,
  { organizationId, collaborationId, orderId }: Sold & { orderId: string },
): Read<ReadOrderPayments & Pick<SalePayment, 'whyNot'>> => ({
  key: ['soldOrders', 'payment', orderId, organizationId, collaborationId],
  fetch: async (signal) => {
    const { reads } = await extended('collaborations')
    const asked = {
      params: pathParams({ collaborationId, orderId }),
      query: { organizationId: organization(organizationId) },
      fetchOptions: { signal },
    }
    const { data } = answer(await reads.collaborations.payment.query(asked))
    return { ...data, attempts: [], refunds: [], refundable: 0, id: `payment of ${orderId}` }
  },
})

/** The real actors of the payment link of what was sold in what a partner shares. */
export const saleLinkActors = (api: Api, { organizationId, collaborationId }: Sold) =>
  linkActors(api, {
    resource: 'soldOrders',
    create: async ({ orderId, mail }) => {
      const { collaborations } = (await api.extended('collaborations')).client
      const body = { organizationId: organization(organizationId), mail }
      const link = { params: pathParams({ collaborationId, orderId }), body }
      return answer(await api.createOnce(link, (keyed) => collaborations.createPaymentLink({ ...link, ...keyed }))).data
    },
    end: async ({ orderId }) => {
      const { collaborations } = (await api.extended('collaborations')).client
      const body = { organizationId: organization(organizationId) }
      await collaborations.endPaymentLink({ params: pathParams({ collaborationId, orderId }), body })
    },
  })
