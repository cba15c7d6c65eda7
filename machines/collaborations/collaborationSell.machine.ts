import type { CollaborationRecord } from '../../contract/extensions/collaborations'
import { partnerSaleForm, type PartnerSaleValues, partnerSaleValues } from '../../contract/forms/partnerSales'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface CollaborationSellInput extends FlowSurroundings {
  collaboration: CollaborationRecord
}
type Context = Pick<CollaborationSellInput, 'organizationId' | 'collaboration'>

/** The only campaign that can be sold in, or none, for the person to choose. */
const onlyCampaign = ({ collaboration: { campaigns } }: CollaborationSellInput): string => {
  const sold = (campaigns ?? []).filter(({ right, isOnSale }) => right === 'sell' && isOnSale !== false)
  return sold.length === 1 ? (sold[0]?.campaignId ?? '') : ''
}

/**
 * Selling in a campaign that a partner shares (CO-02): the order is theirs. What was sold meanwhile, or is not shared any
 * more, is refused with its sentence, and what was typed stays.
 */
export const collaborationSellMachine = formFlow({
  id: 'collaborationSell',
  form: partnerSaleForm,
  values: (input: CollaborationSellInput): PartnerSaleValues => partnerSaleValues(onlyCampaign(input)),
  context: ({ organizationId, collaboration }: CollaborationSellInput): Context => ({ organizationId, collaboration }),
  actors: {
    sellByCollaboration: promiseActor<void, Context & { values: PartnerSaleValues }>('sellByCollaboration'),
  },
  submit: {
    state: 'placing',
    src: 'sellByCollaboration',
    input: ({ organizationId, collaboration, form }) => ({ organizationId, collaboration, values: form.values }),
    change: { resource: 'soldOrders', kind: 'add' },
    message: 'Order placed',
    done: 'placed',
  },
  refusesFields: true,
  cancelled: 'cancelled',
})
