import * as z from 'zod/mini'
import { campaign, endBeforeStart, isEndBeforeStart } from '../campaigns'
import { routes } from '../client/tsRest'
import { dayOrMoment, extension, id, line, shownText, text } from '../schemas'
import { idempotencyKey, ifMatch, version } from '../versions'

const givenDates = z.refine<{ startDate?: string | undefined; endDate?: string | undefined }>(
  ({ startDate, endDate }) => !isEndBeforeStart(startDate?.slice(0, 10), endDate?.slice(0, 10)),
  { error: endBeforeStart, path: ['endDate'] },
)

/** A new campaign, active and without offers, unless it is made after another one (CP-01). */
export const campaignCreate = z
  .object({
    organizationId: id,
    name: line(200),
    category: z.optional(line(100)),
    type: z.optional(line(100)),
    startDate: z.optional(dayOrMoment),
    endDate: z.optional(dayOrMoment),
    termsOfService: z.optional(text(20_000)),
    mustAgreeToTerms: z.optional(z.boolean()),
    internalNote: z.optional(text(5_000)),
    /** The campaign whose offers, auto-responders and members it begins with. */
    copiedFrom: z.optional(id),
  })
  .check(givenDates)
export type CampaignCreate = z.infer<typeof campaignCreate>

/** What an agent says in a campaign, with placeholders such as `{customer.firstName}` (NO-05). */
export const campaignScript = z.object({
  /** Of the campaign, as is the version. */
  id,
  organizationId: shownText,
  script: shownText,
  version,
})
export type CampaignScript = z.infer<typeof campaignScript>

const campaignId = z.object({ campaignId: id })

/** A category or a type that some campaign has. */
export const campaignKind = z.object({ field: z.enum(['category', 'type']), name: z.string() })
export type CampaignKind = z.infer<typeof campaignKind>

/** What campaigns are narrowed by, the life of one (CP-01, CP-02), and who sells in it. */
export const campaigns = routes({
  kinds: {
    method: 'GET',
    path: '/campaign-kinds',
    summary: 'List the categories and the types that campaigns have, by name',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(campaignKind) }) },
  },
  create: {
    method: 'POST',
    path: '/campaigns',
    summary: 'Start a campaign, alone or after another one',
    metadata: extension,
    headers: idempotencyKey,
    body: campaignCreate,
    responses: { 200: z.object({ data: campaign }) },
  },
  archive: {
    method: 'POST',
    path: '/campaigns/:campaignId/archive',
    summary: 'Put a campaign away: it sells nothing, and lists leave it out',
    metadata: extension,
    pathParams: campaignId,
    headers: ifMatch,
    body: z.object({}),
    responses: { 200: z.object({ data: campaign }) },
  },
  restore: {
    method: 'POST',
    path: '/campaigns/:campaignId/restore',
    summary: 'Take a campaign back from the archive',
    metadata: extension,
    pathParams: campaignId,
    headers: ifMatch,
    body: z.object({}),
    responses: { 200: z.object({ data: campaign }) },
  },
  setMembers: {
    method: 'PUT',
    path: '/campaigns/:campaignId/members',
    summary: 'Say who sells in a campaign',
    metadata: extension,
    pathParams: campaignId,
    headers: ifMatch,
    /** Ids of members of the organization; none is allowed. */
    body: z.object({ memberIds: z.array(id).check(z.maxLength(1_000)) }),
    responses: { 200: z.object({ data: campaign }) },
  },
  script: {
    method: 'GET',
    path: '/campaigns/:campaignId/script',
    summary: 'Read what agents say in a campaign',
    metadata: extension,
    pathParams: campaignId,
    responses: { 200: z.object({ data: campaignScript }) },
  },
  setScript: {
    method: 'PUT',
    path: '/campaigns/:campaignId/script',
    summary: 'Say what agents say in a campaign',
    metadata: extension,
    pathParams: campaignId,
    headers: ifMatch,
    /** An empty one is none. */
    body: z.object({ script: text(20_000) }),
    responses: { 200: z.object({ data: campaignScript }) },
  },
})
