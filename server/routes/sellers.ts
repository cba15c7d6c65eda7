import { eq } from 'drizzle-orm'
import type { Seller } from '../../contract/extensions/sellers'
import { ownOrganization } from '../auth/access'
import { withRecord } from '../auth/withRecord'
import { hasKey } from '../db/keys'
import { keepEvent } from '../db/lives'
import { locked, type RecordKind } from '../db/recordKind'
import { organizations } from '../db/schema/organizations'
import { sellers } from '../db/schema/sellers'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import type { Services } from './services'

const aSeller: RecordKind<typeof sellers.$inferSelect, 'sellerId'> = {
  resource: 'sellers',
  noun: 'Seller',
  param: 'sellerId',
  find: locked(sellers),
  versions: { table: sellers, read: (tx, { orgId }) => sellerOf(tx, orgId) },
}

export const sellerHandlers = ({ database }: Services): Handlers['sellers'] => ({
  list: async ({ query: { organizationId }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    const own = await database.tenant(orgId, (tx) => sellerOf(tx, orgId))
    return { data: own ? [own] : [] }
  },

  update: withRecord(aSeller, async ({ tx, orgId, id, body, happening }) => {
    await tx
      .update(sellers)
      .set(body)
      .where(hasKey(sellers, orgId, id))
    await keepEvent(tx, happening, { kind: 'edit', facts: { fields: Object.keys(body) } })
    return sellerOf(tx, orgId)
  }),
})

/** Who sells in an organization: there is one. */
async function sellerOf(tx: Transaction, orgId: string): Promise<Seller | undefined> {
  const [own] = await tx
    .select({
      id: sellers.id,
      name: organizations.name,
      supportEmail: organizations.supportEmail,
      address: sellers.address,
      taxNumber: sellers.taxNumber,
      version: sellers.version,
      updatedAt: sellers.updatedAt,
    })
    .from(sellers)
    .innerJoin(organizations, eq(organizations.id, sellers.orgId))
    .where(eq(sellers.orgId, orgId))
  return own && { ...own, updatedAt: own.updatedAt.toISOString() }
}
