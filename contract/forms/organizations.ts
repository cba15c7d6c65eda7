import * as z from 'zod/mini'
import {
  longestName,
  longestUrl,
  type OrganizationSettings,
  type OrganizationUpdate,
} from '../extensions/organizations'
import { highestTaxRate, isWebAddress } from '../rules/organizations'
import { optionalEmail, optionalLine } from '../schemas'
import { changedFields } from './changedFields'
import { requiredLine, typedPercent } from './fields'

/** The dialog of what an organization is and how it sells (ST-01). */
export const organizationForm = z.object({
  name: requiredLine('Name is required', longestName),
  currency: z.string(),
  timeZone: z.string(),
  supportEmail: optionalEmail,
  liveUrl: optionalLine(longestUrl).check(z.refine(isWebAddress, 'An address of a page begins with https://')),
  taxRate: typedPercent(`A tax rate is between 0 and ${highestTaxRate} percent`, highestTaxRate),
  pricesIncludeTax: z.boolean(),
  demandsTwoSteps: z.boolean(),
})

/** What is typed into that dialog. */
export type OrganizationValues = z.input<typeof organizationForm>

/** What that dialog begins with. */
export const organizationValues = (settings: OrganizationSettings): OrganizationValues => ({
  name: settings.name,
  currency: settings.currency ?? 'USD',
  timeZone: settings.timeZone ?? 'UTC',
  supportEmail: settings.supportEmail ?? '',
  liveUrl: settings.liveUrl ?? '',
  taxRate: `${settings.taxRate ?? 0}`,
  pricesIncludeTax: settings.pricesIncludeTax ?? false,
  demandsTwoSteps: settings.demandsTwoSteps ?? false,
})

/** The fields that differ from what the dialog began with; support email and live URL may be emptied. */
export const changedOrganization = (before: OrganizationSettings, values: OrganizationValues): OrganizationUpdate =>
  changedFields(organizationForm, organizationValues(before), values, ['supportEmail', 'liveUrl'])

/** The dialog of a new organization (ST-01). */
export const organizationCreateForm = z.object({ name: requiredLine('Name is required', longestName) })
export type OrganizationCreateValues = z.input<typeof organizationCreateForm>
