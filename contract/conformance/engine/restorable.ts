import * as z from 'zod/mini'
import { campaignUpdate } from '../../campaigns'
import { userUpdate } from '../../users'
import type { Fields } from './fields'

export const updatable = [
  'name',
  'category',
  'status',
  'startDate',
  'endDate',
  'termsOfService',
  'mustAgreeToTerms',
  'internalNote',
] as const

const ofProfile = ['name', 'email', 'organizationName'] as const

/** The fields whose present value can be sent back as it is. */
const takenBack = (schema: z.ZodMiniType, names: readonly string[], record: Fields): Fields =>
  Object.fromEntries(
    names
      .map((name) => [name, record[name]] as const)
      .filter(([name, value]) => {
        if (value === null || value === undefined) return false
        const result = z.safeParse(schema, { [name]: value })
        // Both are schemas of objects.
        return result.success && (result.data as Fields)[name] === value
      }),
  )

/** What a campaign can be left as it was by. */
export const restorable = (campaign: Fields): Fields => takenBack(campaignUpdate, updatable, campaign)

/** What a user's profile can be left as it was by. */
export const restorableUser = (user: Fields): Fields => takenBack(userUpdate, ofProfile, user)
