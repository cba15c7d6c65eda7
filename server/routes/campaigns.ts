import { asc, eq } from 'drizzle-orm'
import { type Campaign, endBeforeStart, isEndBeforeStart } from '../../contract/campaigns'
import { inOwningOrganization } from '../auth/access'
import { hasKey } from '../db/keys'
import { readRow } from '../db/rows'
import { campaigns } from '../db/schema/campaigns'
import { memberships } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid } from '../http/errors'
import { refuseOutdated } from '../http/ifMatch'
import type { Services } from './services'

export const campaignHandlers = ({ database }: Services): Handlers['campaigns'] => ({
  get: async ({ params: { campaignId }, query, caller }) => ({
    data: await inOwningOrganization(database, caller, campaignId, 'Campaign', (tx, orgId) =>
      query.withMembers === 'true' ? campaignWithMembers(tx, orgId, campaignId) : readRow(tx, 'campaigns', campaignId),
    ),
  }),

  update: async ({ params: { campaignId }, headers, body, caller }) => ({
    data: await inOwningOrganization(database, caller, campaignId, 'Campaign', async (tx, orgId) => {
      const read = () => campaignWithMembers(tx, orgId, campaignId)
      await refuseOutdated(tx, campaigns, [orgId, campaignId], headers, read)
      // The dates are judged as they will be together, so nobody may change them meanwhile.
      const [before] = await tx
        .select()
        .from(campaigns)
        .where(hasKey(campaigns, orgId, campaignId))
        .for('update')
      if (!before) return undefined
      const fields = { ...body, ...daysOf(body) }
      const { startDate, endDate } = { ...before, ...fields }
      if (isEndBeforeStart(startDate, endDate)) {
        const path = body.endDate === undefined ? 'body.startDate' : 'body.endDate'
        throw invalid([{ path, message: endBeforeStart }])
      }
      await tx
        .update(campaigns)
        .set(fields)
        .where(hasKey(campaigns, orgId, campaignId))
      return read()
    }),
  }),
})

/** A campaign begins and ends on days; of a moment, the day that is written counts. */
const daysOf = ({ startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined }) => ({
  ...(startDate === undefined ? {} : { startDate: startDate.slice(0, 10) }),
  ...(endDate === undefined ? {} : { endDate: endDate.slice(0, 10) }),
})

async function campaignWithMembers(tx: Transaction, orgId: string, campaignId: string): Promise<Campaign | undefined> {
  const [campaign, members] = await Promise.all([
    readRow(tx, 'campaigns', campaignId),
    tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(memberships.orgId, orgId))
      .orderBy(asc(users.name), asc(users.id)),
  ])
  return campaign && { ...campaign, members }
}
