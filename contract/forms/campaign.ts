import * as z from 'zod/mini'
import { type Campaign, type CampaignUpdate, campaignStatus } from '../campaigns'
import { optionalText, requiredLine } from './fields'

const day = z.union([z.literal(''), z.iso.date('Not a date')])

/** The Update Campaign dialog (UC-01). */
export const campaignUpdateForm = z
  .object({
    name: requiredLine('Name is required', 200),
    category: z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters')),
    status: z.union([campaignStatus, z.literal('')]),
    startDate: day,
    endDate: day,
    termsOfService: optionalText(20_000),
    internalNote: optionalText(5_000),
    mustAgreeToTerms: z.boolean(),
  })
  .check(
    z.refine((form) => form.startDate === '' || form.endDate === '' || form.endDate >= form.startDate, {
      error: 'End date must not be before the start date',
      path: ['endDate'],
    }),
  )

/** What is typed into the Update Campaign dialog. Days are `yyyy-MM-dd`, as date inputs have it. */
export type CampaignUpdateValues = z.input<typeof campaignUpdateForm>

/** What the Update Campaign dialog begins with. */
export function campaignUpdateValues(campaign: Campaign): CampaignUpdateValues {
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

/** The fields that differ from what the dialog began with; emptied days, status and category mean no value and are dropped (UC-03). */
export function changedCampaignFields(campaign: Campaign, values: CampaignUpdateValues): CampaignUpdate {
  const before = campaignUpdateValues(campaign)
  const result = z.safeParse(campaignUpdateForm, values)
  if (!result.success) return {}
  const mayBeEmpty = new Set(['termsOfService', 'internalNote'])
  const changed = Object.entries(result.data).filter(
    ([field, value]) =>
      value !== before[field as keyof CampaignUpdateValues] && (value !== '' || mayBeEmpty.has(field)),
  )
  return Object.fromEntries(changed)
}
