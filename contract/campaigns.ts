import * as z from 'zod/mini'
import { core, dayOrMoment, extension, id, line, shownNumber, shownText, someField, text } from './schemas'
import { initContract } from './client/tsRest'
import { member } from './organizations'
import { idempotencyKey, ifMatch, version } from './versions'

export const campaignStatus = z.enum(['active', 'completed'])

export const campaign = z.object({
  id,
  /** Whose it is, where it is read alone; rows of a search have the organization that was searched. */
  organizationId: shownText,
  name: z.string(),
  category: shownText,
  status: shownText,
  type: shownText,
  startDate: shownText,
  endDate: shownText,
  termsOfService: shownText,
  mustAgreeToTerms: z.nullish(z.boolean()),
  internalNote: shownText,
  offersCount: shownNumber,
  /** Of orders that were not cancelled. */
  ordersCount: shownNumber,
  /** What was paid and not given back, in major units of the organization's currency. */
  revenue: shownNumber,
  members: z.nullish(z.array(member)),
  /** When it was put away; absent while it is not (CP-01). */
  archivedAt: shownText,
  /** The same as 'true' or 'false', as lists are filtered by it. */
  archived: shownText,
  version,
  createdAt: shownText,
  updatedAt: shownText,
})
export type Campaign = z.infer<typeof campaign>

export const campaignUpdate = z
  .object({
    name: z.optional(line(200)),
    category: z.optional(line(100)),
    status: z.optional(campaignStatus),
    startDate: z.optional(dayOrMoment),
    endDate: z.optional(dayOrMoment),
    termsOfService: z.optional(text(20_000)),
    mustAgreeToTerms: z.optional(z.boolean()),
    internalNote: z.optional(text(5_000)),
  })
  .check(someField)
export type CampaignUpdate = z.infer<typeof campaignUpdate>

/** What is wrong with an end date that is before the start date (UC-01). */
export const endBeforeStart = 'End date must not be before the start date'

/** Whether both days are there, as `yyyy-MM-dd`, and the wrong way round. */
export const isEndBeforeStart = (start: string | null | undefined, end: string | null | undefined): boolean =>
  !!start && !!end && end < start

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

const campaignId = z.object({ campaignId: id })

/** Reading and changing one campaign (CD-07, UC-02, UC-03), and its life (CP-01, CP-02); lists come from search. */
export const campaigns = initContract().router({
  get: {
    method: 'GET',
    path: '/campaigns/:campaignId',
    summary: 'Read a campaign',
    metadata: core,
    pathParams: campaignId,
    query: z.object({ withMembers: z._default(z.enum(['true', 'false']), 'true') }),
    responses: { 200: z.object({ data: campaign }) },
  },
  update: {
    method: 'PUT',
    path: '/campaigns/:campaignId',
    summary: 'Change fields of a campaign',
    metadata: core,
    pathParams: campaignId,
    headers: ifMatch,
    body: campaignUpdate,
    responses: { 200: z.object({ data: campaign }) },
    // The specification shows no answer; the app reads the campaign again instead of trusting one.
    validateResponseOnClient: false,
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
})
