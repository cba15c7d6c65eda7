import type { CollaborationRecord, SoldOrder } from '../../contract/extensions/collaborations'
import {
  type BegunSale,
  partnerSaleForm,
  type PartnerSaleValues,
  partnerSaleValues,
} from '../../contract/forms/partnerSales'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface CollaborationSellInput extends FlowSurroundings {
  collaboration: CollaborationRecord
  /** What a new order has come to, from which it was chosen to sell here. */
  begun?: BegunSale | undefined
}
type Asked = Pick<CollaborationSellInput, 'organizationId' | 'collaboration' | 'begun'>
interface Context extends Asked {
  /** What has been sold, once it is. */
  sold: SoldOrder | undefined
}

/** The campaign that was chosen before, or the only one that can be sold in, or none, for the person to choose. */
const firstCampaign = ({ collaboration: { campaigns }, begun }: CollaborationSellInput): string => {
  const sold = (campaigns ?? []).filter(({ right, isOnSale }) => right === 'sell' && isOnSale !== false)
  const chosen = sold.length === 1 ? sold[0] : sold.find(({ campaignId }) => campaignId === begun?.campaignId)
  return chosen?.campaignId ?? ''
}

/**
 * Selling in a campaign that a partner shares (CO-02): the order is theirs, and its payment is taken by a link. What was sold meanwhile, or is not shared any
 * more, is refused with its sentence, and what was typed stays.
 */
export const collaborationSellMachine = formFlow({
  id: 'collaborationSell',
  form: partnerSaleForm,
  values: (input: CollaborationSellInput): PartnerSaleValues =>
    partnerSaleValues(firstCampaign(input), input.begun?.buyer),
  context: ({ organizationId, collaboration, begun }: CollaborationSellInput): Context => ({
    organizationId,
    collaboration,
    begun,
    sold: undefined,
  }),
  actors: {
    sellByCollaboration: promiseActor<{ sold: SoldOrder }, Asked & { values: PartnerSaleValues }>(
      'sellByCollaboration',
    ),
  },
  submit: {
    state: 'placing',
    src: 'sellByCollaboration',
    input: ({ organizationId, collaboration, begun, form }) => ({
      organizationId,
      collaboration,
      begun,
      values: form.values,
    }),
    change: { resource: 'soldOrders', kind: 'add' },
    message: 'Order placed',
    done: 'placed',
  },
  refusesFields: true,
  refusesItemsOf: ['lines'],
  // The customer is still on the phone, and pays by a link.
  shows: { action: 'setSold', as: ({ sold }) => ({ sold }) },
  cancelled: 'cancelled',
})
