import { createHash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { standardPermissions } from '../../contract/agentPermissions'
import type { Organization } from '../../contract/organizations'
import type { Database } from '../db/database'
import type { Transaction } from '../db/transactions'
import { memberships, organizations } from '../db/schema/organizations'
import { invalid } from '../http/errors'
import type { Caller } from './sessions'

/**
 * Makes an organization whose owner the caller is (ST-01). Its id follows from the person and their key, so that the same
 * creation makes one, however often it is sent and however long ago that was. Throws a 422 for a key of another name.
 */
export async function makeOrganization(
  database: Database,
  name: string,
  { userId }: Caller,
  { 'idempotency-key': key }: { 'idempotency-key'?: string | undefined },
): Promise<Organization> {
  const id = key === undefined ? randomUUID() : idOf(userId, key)
  return database.system(async (tx) => {
    const [made] = await tx.insert(organizations).values({ id, name }).onConflictDoNothing().returning()
    if (made) await tx.insert(memberships).values({ orgId: id, userId, role: 'owner' })
    const [row] = await tx
      .select({ organization: organizations, role: memberships.role })
      .from(organizations)
      .innerJoin(memberships, and(eq(memberships.orgId, organizations.id), eq(memberships.userId, userId)))
      .where(eq(organizations.id, id))
    if (!row || (!made && row.organization.name !== name)) {
      throw invalid([
        { path: 'headers.Idempotency-Key', message: 'This key has been sent with another request already' },
      ])
    }
    const { currency, timeZone, taxRate, pricesIncludeTax } = row.organization
    const money = { currency, timeZone, taxRate: taxRate / 1_000, pricesIncludeTax }
    // A new one demands nothing yet.
    const own = { role: row.role, agents: standardPermissions, needsSecondStep: false }
    return { id, name: row.organization.name, ...money, ...own }
  })
}

/** A new organization, in which nobody is yet; its id. */
export async function newOrganization(tx: Transaction, name: string): Promise<string> {
  const [made] = await tx.insert(organizations).values({ name }).returning({ id: organizations.id })
  if (!made) throw new Error('the new organization was not returned')
  return made.id
}

/** An id in the form of a UUID of one's own making (version 8). */
function idOf(userId: string, key: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify(['organization', userId, key]))
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
