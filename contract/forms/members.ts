import * as z from 'zod/mini'
import type { Member } from '../organizations'

/** Who may sell in a campaign, and who does. */
export interface Sellers {
  /** Who works in the organization. */
  people: readonly Member[]
  memberIds: readonly string[]
  /** Of the campaign, where its backend counts versions. */
  version: number | null
}

/** The Members dialog (CP-02): of each person's id whether they sell in the campaign. */
export const campaignMembersForm = z.record(z.string(), z.boolean())
export type CampaignMembersValues = z.input<typeof campaignMembersForm>

/** What the dialog begins with. */
export const sellersChosen = ({ people, memberIds }: Sellers): CampaignMembersValues =>
  Object.fromEntries(people.map(({ id }) => [id, memberIds.includes(id)]))
