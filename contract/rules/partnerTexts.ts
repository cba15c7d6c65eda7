import type { SoldOrder } from '../extensions/collaborations'
import type { ReceivedCampaign } from '../lists/receivedCampaigns'
import type { SharedRight } from './collaborations'

/** What a partner may do with a shared campaign, in words. */
export const rightTexts: Readonly<Record<SharedRight, string>> = { see: 'See', sell: 'See and sell' }

/** What was sold, such as '2 × Trail lamp'. */
export const itemsText = ({ items }: Pick<SoldOrder, 'items'>): string =>
  (items ?? []).map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

/** What is shared, by its name; all of it where none of it is seen. */
export const receivedName = ({ name, partner }: ReceivedCampaign): string => name || `Campaigns of ${partner}`

/** Why nothing is sold in it now, or that it is on sale. */
export const onSaleText = ({ whyNotSold }: Pick<ReceivedCampaign, 'whyNotSold'>): string => whyNotSold ?? 'Yes'
