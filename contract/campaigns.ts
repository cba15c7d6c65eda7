import * as z from 'zod/mini'
import { core, dayOrMoment, id, line, shownNumber, shownText, someField, text } from './schemas'
import { routes } from './client/tsRest'
import { member } from './organizations'
import { ifMatch, version } from './versions'

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
  /** Whether the signed-in person is one of its members; absent where the backend does not say (CP-02). */
  isMine: z.nullish(z.boolean()),
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

const campaignId = z.object({ campaignId: id })

/** Reading and changing one campaign (CD-07, UC-02, UC-03); lists come from search. */
export const campaigns = routes({
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
})
