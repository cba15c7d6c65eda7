import { eq } from 'drizzle-orm'
import { organizations } from './schema/organizations'
import type { Transaction } from './transactions'

/** What an organization is called; nothing once it has ended. */
export async function nameOfOrganization(tx: Transaction, orgId: string): Promise<string> {
  const [organization] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  return organization?.name ?? ''
}

/** The zone that an organization's days are of. */
export async function zoneOfOrganization(tx: Transaction, orgId: string): Promise<string> {
  const [organization] = await tx
    .select({ timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  return organization?.timeZone ?? 'UTC'
}
