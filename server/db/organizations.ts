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
