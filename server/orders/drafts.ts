import type { orderDrafts } from '../db/schema/orderDrafts'
import { Refusal } from '../http/errors'

/** Most drafts that a person has in an organization: whoever has more has forgotten them. */
export const mostDrafts = 200

type KeptDraft = typeof orderDrafts.$inferSelect

export const endedDraft = (status: 404 | 409) =>
  new Refusal(status, 'draft_ended', 'This draft has been discarded already. Your other tab may have done it.')

/** A draft as the list of one's own drafts shows it. */
export const shownDraftRow = ({ id, title, version, createdAt, updatedAt }: KeptDraft) => ({
  id,
  title,
  version,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export const shownDraft = (draft: KeptDraft) => ({
  ...shownDraftRow(draft),
  organizationId: draft.orgId,
  content: draft.content,
})
