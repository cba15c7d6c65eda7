import * as z from 'zod/mini'
import { agentPermissions } from '../agentPermissions'
import { routes } from '../client/tsRest'
import { member } from '../organizations'
import { highestTaxRate, isCurrency, isTimeZone, isWebAddress } from '../rules/organizations'
import { extension, id, line, optionalEmail, optionalLine, shownNumber, shownText, someField } from '../schemas'
import { ifMatch, version } from '../versions'

/** What agents may do in an organization, as its owners have settled it (ST-02). */
export const organizationPermissions = z.extend(agentPermissions, {
  /** The organization's. */
  id,
  version,
  updatedAt: shownText,
})
export type OrganizationPermissions = z.infer<typeof organizationPermissions>

/** What changes of it. */
export const permissionsUpdate = z.partial(agentPermissions).check(someField)
export type PermissionsUpdate = z.infer<typeof permissionsUpdate>

/** What an organization is and how it sells; its address and tax number are its seller's. */
export const organizationSettings = z.object({
  /** The organization's. */
  id,
  name: z.string(),
  /** ISO 4217, of 0 or 2 decimals. */
  currency: shownText,
  /** IANA; its campaigns begin and end by the days of this zone. */
  timeZone: shownText,
  supportEmail: shownText,
  /** Where its mails lead to. */
  liveUrl: shownText,
  /** In percent, with up to three decimals. */
  taxRate: shownNumber,
  pricesIncludeTax: z.nullish(z.boolean()),
  /** After the first order the currency stays. */
  hasOrders: z.nullish(z.boolean()),
  /** Whether nobody works in it without a second step at sign-in. */
  demandsTwoSteps: z.nullish(z.boolean()),
  /** How many of those who work in it have none. */
  withoutTwoSteps: shownNumber,
  version,
  updatedAt: shownText,
})
export type OrganizationSettings = z.infer<typeof organizationSettings>

/** As long as what is kept of an organization may be. */
export const longestName = 120
export const longestUrl = 2_000

/** What changes of it; an empty text is none. */
export const organizationUpdate = z
  .partial(
    z.object({
      name: line(longestName),
      currency: z.string().check(z.refine(isCurrency, 'No currency of 0 or 2 decimals')),
      timeZone: z.string().check(z.refine(isTimeZone, 'No time zone of a place')),
      supportEmail: optionalEmail,
      liveUrl: optionalLine(longestUrl).check(z.refine(isWebAddress, 'No address of a page')),
      taxRate: z.number().check(z.minimum(0), z.maximum(highestTaxRate), z.multipleOf(0.001)),
      pricesIncludeTax: z.boolean(),
      demandsTwoSteps: z.boolean(),
    }),
  )
  .check(someField)
export type OrganizationUpdate = z.infer<typeof organizationUpdate>

const organizationId = z.object({ organizationId: id })

/** Who is in an organization, and what may be done there. */
export const organizations = routes({
  members: {
    method: 'GET',
    path: '/organizations/:organizationId/members',
    summary: 'List who belongs to an organization',
    metadata: extension,
    pathParams: organizationId,
    responses: { 200: z.object({ data: z.array(member) }) },
  },
  permissions: {
    method: 'GET',
    path: '/organizations/:organizationId/permissions',
    summary: 'Read what agents may do in an organization',
    metadata: extension,
    pathParams: organizationId,
    responses: { 200: z.object({ data: organizationPermissions }) },
  },
  setPermissions: {
    method: 'PUT',
    path: '/organizations/:organizationId/permissions',
    summary: 'Settle what agents may do in an organization; its owners do',
    metadata: extension,
    pathParams: organizationId,
    headers: ifMatch,
    body: permissionsUpdate,
    responses: { 200: z.object({ data: organizationPermissions }) },
  },
  settings: {
    method: 'GET',
    path: '/organizations/:organizationId/settings',
    summary: 'Read what an organization is and how it sells',
    metadata: extension,
    pathParams: organizationId,
    responses: { 200: z.object({ data: organizationSettings }) },
  },
  update: {
    method: 'PUT',
    path: '/organizations/:organizationId/settings',
    summary: 'Change what an organization is and how it sells; its owners do, and the currency until the first order',
    description:
      'Where two steps at sign-in are demanded, whoever has none is refused every call in the organization with 403 and the code ' +
      'second_step_demanded, until they have added one; programs and telephone systems are asked for none. Only an owner who has one demands it.',
    metadata: extension,
    pathParams: organizationId,
    headers: ifMatch,
    body: organizationUpdate,
    responses: { 200: z.object({ data: organizationSettings }) },
  },
})
