import { and, asc, count, eq } from 'drizzle-orm'
import type { Campaign } from '../../contract/campaigns'
import type { Transaction } from '../db/transactions'
import { campaigns } from '../db/schema/campaigns'
import { offers } from '../db/schema/offers'
import { memberships } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import type { Handlers } from '../http/contract'
import { invalid } from '../http/errors'
import { inOwningOrganization } from './access'
import type { Services } from './services'

export const campaignHandlers = ({ database }: Services): Handlers['campaigns'] => ({
  get: async ({ params: { campaignId }, query, caller }) => ({
    data: await inOwningOrganization(database, caller, campaignId, 'Campaign', (tx, orgId) =>
      readCampaign(tx, orgId, campaignId, query.withMembers === 'true'),
    ),
  }),

  update: async ({ params: { campaignId }, body, caller }) => ({
    data: await inOwningOrganization(database, caller, campaignId, 'Campaign', async (tx, orgId) => {
      const isIt = and(eq(campaigns.orgId, orgId), eq(campaigns.id, campaignId))
      // The dates are judged as they will be together, so nobody may change them meanwhile.
      const [before] = await tx.select().from(campaigns).where(isIt).for('update')
      if (!before) return undefined
      const fields = { ...body, ...daysOf(body) }
      const { startDate, endDate } = { ...before, ...fields }
      if (startDate && endDate && endDate < startDate) {
        const path = body.endDate === undefined ? 'body.startDate' : 'body.endDate'
        throw invalid([{ path, message: 'End date must not be before the start date' }])
      }
      await tx.update(campaigns).set(fields).where(isIt)
      return readCampaign(tx, orgId, campaignId, true)
    }),
  }),
})

/** A campaign begins and ends on days; of a moment, the day that is written counts. */
const daysOf = ({ startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined }) => ({
  ...(startDate === undefined ? {} : { startDate: startDate.slice(0, 10) }),
  ...(endDate === undefined ? {} : { endDate: endDate.slice(0, 10) }),
})

async function readCampaign(
  tx: Transaction,
  orgId: string,
  campaignId: string,
  withMembers: boolean,
): Promise<Campaign | undefined> {
  const [[campaign], [offersOf], members] = await Promise.all([
    tx
      .select()
      .from(campaigns)
      .where(and(eq(campaigns.orgId, orgId), eq(campaigns.id, campaignId))),
    tx
      .select({ count: count() })
      .from(offers)
      .where(and(eq(offers.orgId, orgId), eq(offers.campaignId, campaignId))),
    withMembers ? readMembers(tx, orgId) : undefined,
  ])
  if (!campaign) return undefined
  const { orgId: _orgId, searchText: _searchText, createdAt, updatedAt, ...fields } = campaign
  return {
    ...fields,
    offersCount: offersOf?.count ?? 0,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(members ? { members } : {}),
  }
}

const readMembers = (tx: Transaction, orgId: string) =>
  tx
    .select({ id: users.id, name: users.name, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.orgId, orgId))
    .orderBy(asc(users.name), asc(users.id))
