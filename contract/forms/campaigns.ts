import * as z from 'zod/mini'
import { optionalLine } from '../schemas'
import { type Campaign, campaignStatus, type CampaignUpdate, endBeforeStart, isEndBeforeStart } from '../campaigns'
import type { CampaignCreate, CampaignScript } from '../extensions/campaigns'
import { changedFields, givenFields, type Typed, unclearedFields } from './changedFields'
import { type FieldErrors, optionalText, requiredLine } from './fields'

const day = z.union([z.literal(''), z.iso.date('Not a date')])

/** The Update Campaign dialog (UC-01). */
export const campaignEditForm = z
  .object({
    name: requiredLine('Name is required', 200),
    category: optionalLine(100),
    status: z.union([campaignStatus, z.literal('')]),
    startDate: day,
    endDate: day,
    termsOfService: optionalText(20_000),
    internalNote: optionalText(5_000),
    mustAgreeToTerms: z.boolean(),
  })
  .check(
    z.refine(({ startDate, endDate }) => !isEndBeforeStart(startDate, endDate), {
      error: endBeforeStart,
      path: ['endDate'],
    }),
  )

/** What is typed into the Update Campaign dialog. Days are `yyyy-MM-dd`, as date inputs have it. */
export type CampaignEditValues = z.input<typeof campaignEditForm>

/** What the Update Campaign dialog begins with. */
export function campaignEditValues(campaign: Campaign): CampaignEditValues {
  const status = z.safeParse(campaignStatus, campaign.status)
  return {
    name: campaign.name,
    category: campaign.category ?? '',
    status: status.success ? status.data : '',
    startDate: campaign.startDate?.slice(0, 10) ?? '',
    endDate: campaign.endDate?.slice(0, 10) ?? '',
    termsOfService: campaign.termsOfService ?? '',
    internalNote: campaign.internalNote ?? '',
    mustAgreeToTerms: campaign.mustAgreeToTerms ?? false,
  }
}

/** The fields that may be emptied; an emptied day, status or category means no value. */
const emptiableCampaignFields = ['termsOfService', 'internalNote'] as const

/** The fields that differ from what the dialog began with (UC-03). */
export const changedCampaignFields = (campaign: Campaign, values: CampaignEditValues): CampaignUpdate =>
  changedFields(campaignEditForm, campaignEditValues(campaign), values, emptiableCampaignFields)

/** What a person should know of the Update Campaign dialog before they press Update. */
export const campaignEditWarnings = (form: Typed<CampaignEditValues>): FieldErrors<CampaignEditValues> =>
  unclearedFields(form, emptiableCampaignFields)

/** The dialog of a new campaign (CP-01). */
export const campaignCreateForm = z
  .object({
    name: requiredLine('Name is required', 200),
    category: optionalLine(100),
    type: optionalLine(100),
    startDate: day,
    endDate: day,
    termsOfService: optionalText(20_000),
    mustAgreeToTerms: z.boolean(),
    /** The campaign whose offers, auto-responders and members it begins with, where one was chosen. */
    copiedFrom: z.optional(z.string()),
  })
  .check(
    z.refine(({ startDate, endDate }) => !isEndBeforeStart(startDate, endDate), {
      error: endBeforeStart,
      path: ['endDate'],
    }),
  )
export type CampaignCreateValues = z.input<typeof campaignCreateForm>

/** What the dialog begins with: of a copy, what the other one has but its days, as they are over sooner or later. */
export const campaignCreateValues = (source: Campaign | null): CampaignCreateValues => ({
  name: source ? `${source.name} (copy)`.slice(-200) : '',
  category: source?.category ?? '',
  type: source?.type ?? '',
  startDate: '',
  endDate: '',
  termsOfService: source?.termsOfService ?? '',
  mustAgreeToTerms: source?.mustAgreeToTerms ?? false,
})

/** What choosing a campaign to copy from fills in: what it has and nothing was typed for (CP-01). */
export function copiedInto(values: CampaignCreateValues, from: Campaign | undefined): Partial<CampaignCreateValues> {
  if (!from) return { copiedFrom: undefined }
  const { category, type, termsOfService, mustAgreeToTerms } = campaignCreateValues(from)
  return {
    copiedFrom: from.id,
    category: values.category || category,
    type: values.type || type,
    termsOfService: values.termsOfService || termsOfService,
    mustAgreeToTerms: values.mustAgreeToTerms || mustAgreeToTerms,
  }
}

/** The request that starts a campaign, without what was left empty. Throws when the form does not allow it. */
export function campaignCreateRequest(values: CampaignCreateValues): Omit<CampaignCreate, 'organizationId'> {
  const typed = z.parse(campaignCreateForm, values)
  return { ...givenFields(typed), name: typed.name }
}

/** The Script tab of the Update Campaign dialog (NO-05). */
export const campaignScriptForm = z.object({ script: optionalText(20_000) })
export type CampaignScriptValues = z.input<typeof campaignScriptForm>

export const campaignScriptValues = (of?: CampaignScript): CampaignScriptValues => ({ script: of?.script ?? '' })
