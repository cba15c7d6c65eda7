import * as z from 'zod/mini'
import { optionalLine } from '../schemas'
import { type Campaign, campaignStatus, type CampaignUpdate, endBeforeStart, isEndBeforeStart } from '../campaigns'
import { changedFields, type Typed, unclearedFields } from './changedFields'
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
