import { eq } from 'drizzle-orm'
import type { Leaderboard, Standing, TeamGoals } from '../../contract/extensions/leaderboard'
import { amountOf } from '../../contract/rules/amounts'
import { closeRate } from '../../contract/rules/closeRate'
import { nothing, type Ranking, ranksOf } from '../../contract/rules/leaderboard'
import { ownOrganization } from '../auth/access'
import { withRecord } from '../auth/withRecord'
import { actingAsJob } from '../db/acting'
import { hasKey } from '../db/keys'
import { locked, type RecordKind } from '../db/recordKind'
import { organizations } from '../db/schema/organizations'
import { teamGoals } from '../db/schema/teamGoals'
import type { Transaction } from '../db/transactions'
import { notFound } from '../http/errors'
import type { Handlers } from '../http/contract'
import { shared } from '../leaderboard/shared'
import { bestOf, boardAt, type Tallies } from '../leaderboard/tallies'
import type { Services } from './services'

const settledGoals: RecordKind<typeof teamGoals.$inferSelect, 'organizationId'> = {
  resource: 'organizations',
  noun: 'Organization',
  param: 'organizationId',
  find: locked(teamGoals),
  versions: { table: teamGoals, read: (tx, { orgId }) => goalsOf(tx, orgId) },
}

/** Milliseconds from one reckoning of an organization's figures to the next, whoever looks at them. */
const every = 1_000
const gather = 20

export const leaderboardHandlers = ({ database, now, pause }: Services): Handlers['leaderboard'] => {
  // Ranks are made of the orders of all, whoever sees their own alone: nobody's name acts here.
  const boardOf = shared(
    (orgId) =>
      actingAsJob('leaderboard', () =>
        database.tenant(orgId, async (tx) => {
          const { tallies, names } = await boardAt(tx, now())
          const goals = await goalsOf(tx, orgId)
          return { tallies, names, goals, currency: await currencyOf(tx, orgId) }
        }),
      ),
    { every, gather, pause },
  )
  return {
    read: async ({ query: { organizationId, period, by, minCalls }, caller }) => {
      const orgId = ownOrganization(caller, organizationId)
      const { tallies, names, goals, currency } = await boardOf(orgId)
      if (!goals) throw notFound('Organization')
      const of = tallies[period]
      const all = [...of.now.values()]
      const data: Leaderboard = {
        id: orgId,
        currency,
        from: of.from,
        to: of.to,
        standings: standingsOf(of, names, { by, minCalls }),
        revenue: all.reduce((sum, { net }) => sum + net, 0) / 100,
        goals,
      }
      return { data }
    },

    best: async ({ query: { organizationId, period }, caller }) => {
      const orgId = ownOrganization(caller, organizationId)
      const asked = { agentId: caller.userId, period, now: now() }
      return { data: await database.tenant(orgId, (tx) => bestOf(tx, asked)) }
    },

    setGoals: withRecord(settledGoals, async ({ tx, orgId, id, body }) => {
      const cents = (goal: number | null | undefined) => (typeof goal === 'number' ? amountOf(goal) : goal)
      await tx
        .update(teamGoals)
        .set({ dayCents: cents(body.today), weekCents: cents(body.week), monthCents: cents(body.month) })
        .where(hasKey(teamGoals, orgId, id))
      return goalsOf(tx, orgId)
    }),
  }
}

/** Everybody who has sold or called, the best first; who has no rank comes last, and of who is level whoever's name comes first. */
function standingsOf({ now, before }: Tallies, names: ReadonlyMap<string, string>, ranking: Ranking): Standing[] {
  const ranks = ranksOf(now, ranking)
  const earlier = ranksOf(before, ranking)
  return [...now]
    .map(([id, tally]) => {
      const { net, orders, total, calls, sold } = { ...nothing, ...tally }
      const [rank = null, was] = [ranks.get(id), earlier.get(id)]
      return {
        id,
        name: names.get(id) ?? '',
        rank,
        climbed: rank === null || was === undefined ? null : was - rank,
        revenue: net / 100,
        orders,
        averageOrder: orders === 0 ? null : Math.round(total / orders) / 100,
        calls,
        sold,
        closeRate: closeRate(sold, calls),
      }
    })
    .toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || a.name.localeCompare(b.name))
}

async function currencyOf(tx: Transaction, orgId: string): Promise<string> {
  const [row] = await tx
    .select({ currency: organizations.currency })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  return row?.currency ?? ''
}

async function goalsOf(tx: Transaction, orgId: string): Promise<TeamGoals | undefined> {
  const [row] = await tx
    .select()
    .from(teamGoals)
    .where(hasKey(teamGoals, orgId, orgId))
  if (!row) return undefined
  const goal = (cents: number | null) => (cents === null ? null : cents / 100)
  return {
    id: row.orgId,
    today: goal(row.dayCents),
    week: goal(row.weekCents),
    month: goal(row.monthCents),
    version: row.version,
  }
}
