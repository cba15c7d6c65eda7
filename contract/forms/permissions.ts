import * as z from 'zod/mini'
import type { AgentPermissions } from '../agentPermissions'
import type { OrganizationPermissions, PermissionsUpdate } from '../extensions/organizations'
import { permissionTexts } from '../rules/permissions'
import { changedFields } from './changedFields'
import { requiredNumber, shownNumber } from './fields'

/** The dialog of what agents may do (ST-02). */
export const permissionsForm = z.object({
  refundLimit: requiredNumber(`${permissionTexts.refundLimit.label} must be zero or greater`, (value) => value >= 0),
  changesOffers: z.boolean(),
  seesAllOrders: z.boolean(),
  exports: z.boolean(),
  sharesViews: z.boolean(),
})

/** What is typed into that dialog. */
export type PermissionsValues = z.input<typeof permissionsForm>

/** What that dialog begins with. */
export const permissionsValues = ({
  refundLimit,
  changesOffers,
  seesAllOrders,
  exports,
  sharesViews,
}: AgentPermissions): PermissionsValues => ({
  refundLimit: shownNumber(refundLimit, 'amount'),
  changesOffers,
  seesAllOrders,
  exports,
  sharesViews,
})

/** What differs from what the dialog began with. */
export const changedPermissions = (before: OrganizationPermissions, values: PermissionsValues): PermissionsUpdate =>
  changedFields(permissionsForm, before, values)
