import { and, desc, eq, isNull } from 'drizzle-orm'
import { calls } from '../db/schema/calls'
import type { Handlers } from '../http/contract'
import type { Services } from './services'

export const callHandlers = ({ database }: Services): Handlers['calls'] => ({
  ongoing: async ({ caller }) => {
    const perOrganization = await Promise.all(
      caller.orgIds.map((orgId) =>
        database.tenant(orgId, (tx) =>
          tx
            .select()
            .from(calls)
            .where(and(eq(calls.orgId, orgId), eq(calls.agentId, caller.userId), isNull(calls.endedAt)))
            .orderBy(desc(calls.startedAt))
            .limit(1),
        ),
      ),
    )
    const [newest] = perOrganization.flat().toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
    if (!newest) return { data: null }
    const { id, customerId, phone, startedAt } = newest
    return { data: { id, customerId, phone, startedAt: startedAt.toISOString(), endedAt: null } }
  },
})
