import * as z from 'zod/mini'
import { rights } from '../rules/collaborations'
import { id, shownText } from '../schemas'
import { collaborationStates } from './collaborations'
import type { ListOf } from './description'

/**
 * A campaign that another organization shares, as its partner comes upon it beside their own. Of a collaboration that is
 * paused or has ended no campaign is seen: it is one row by itself.
 */
export const receivedCampaign = z.object({
  /** Of the campaign, or of the collaboration where none is seen. */
  id,
  collaborationId: id,
  /** Who shares it. */
  partner: shownText,
  state: z.nullish(z.enum(collaborationStates)),
  campaignId: shownText,
  name: shownText,
  category: shownText,
  type: shownText,
  status: shownText,
  startDate: shownText,
  endDate: shownText,
  right: z.nullish(z.enum(rights)),
  /** Why nothing is sold in it now, in the sentence that people read; absent where it is on sale. */
  whyNotSold: shownText,
})
export type ReceivedCampaign = z.infer<typeof receivedCampaign>

/** What a list of them is sorted by. */
export const receivedSorts = ['name', 'partner', 'category', 'type', 'status', 'startDate', 'endDate'] as const

/** Beside the list of the own campaigns, which it follows in all that both have. */
export const receivedCampaignList = {
  resource: 'receivedCampaigns',
  columns: {
    name: { kind: 'text', label: 'Name' },
    partner: { kind: 'text', label: 'Shared by' },
    category: { kind: 'text', label: 'Category' },
    type: { kind: 'text', label: 'Type' },
    startDate: { kind: 'day', label: 'Start' },
    endDate: { kind: 'day', label: 'End' },
    status: { kind: 'status', label: 'For you to sell' },
    right: { kind: 'text', label: 'You may', isSortable: false },
  },
  filters: {},
  ranges: {},
  sorts: [],
} as const satisfies ListOf<'receivedCampaigns', ReceivedCampaign>
