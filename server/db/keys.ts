import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a text can be an id of ours; every other is one that we never gave. */
export const isId = (text: string) => uuid.test(text)

/** A table of an organization's records. */
export type TenantTable = PgTable & { orgId: PgColumn; id: PgColumn }

/** The condition that a row is one record of an organization. */
export const hasKey = (table: TenantTable, orgId: string, id: string): SQL | undefined =>
  and(eq(table.orgId, orgId), eq(table.id, id))

/** The condition that a row is of one gateway of an organization. */
export const ofGateway = (
  table: PgTable & { orgId: PgColumn; gatewayInstanceId: PgColumn },
  orgId: string,
  gatewayInstanceId: string,
): SQL | undefined => and(eq(table.orgId, orgId), eq(table.gatewayInstanceId, gatewayInstanceId))
