import * as z from 'zod/mini'
import type { CollaborationCreate, SharedCampaign, Sharing } from '../extensions/collaborations'
import { mostCampaigns, mostShare, rights, type SharedRight, wrongShare } from '../rules/collaborations'
import { emailAddress, requiredNumber } from './fields'

/** What is chosen for each campaign, by its id; what is not shared is not there. */
export type ChosenRights = Readonly<Record<string, SharedRight>>

const chosen = z.record(z.string(), z.enum(rights)).check(
  z.refine((given) => Object.keys(given).length > 0, 'Share at least one campaign'),
  z.refine((given) => Object.keys(given).length <= mostCampaigns, `At most ${mostCampaigns} campaigns`),
)

/** Inviting a partner (CO-01). */
export const collaborationCreateForm = z.object({
  email: emailAddress,
  share: requiredNumber(wrongShare, (value) => value >= 0 && value <= mostShare),
  campaigns: chosen,
})
export type CollaborationCreateValues = z.input<typeof collaborationCreateForm>

/** Which campaigns are shared, or which of those that are offered are taken (CO-01). */
export const sharingForm = z.object({ campaigns: chosen })
export type SharingValues = z.input<typeof sharingForm>

/** What the form shows of campaigns that are shared. */
export const chosenOf = (campaigns: readonly SharedCampaign[] | null | undefined): ChosenRights =>
  Object.fromEntries((campaigns ?? []).map(({ campaignId, right }) => [campaignId, right ?? 'see']))

/** The same as a request takes it. */
export const sharingsOf = ({ campaigns }: SharingValues): Sharing[] =>
  Object.entries(campaigns).map(([campaignId, right]) => ({ campaignId, right }))

export const invitationRequest = (values: CollaborationCreateValues): Omit<CollaborationCreate, 'organizationId'> => {
  const { email, share } = z.parse(collaborationCreateForm, values)
  return { email, share, campaigns: sharingsOf(values) }
}
