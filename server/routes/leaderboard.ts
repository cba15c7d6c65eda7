import { eq } from 'drizzle-orm'
import type { Leaderboard, Standing, TeamGoals } from '../../contract/extensions/leaderboard'
import { amountOf } from '../../contract/rules/amounts'
import { closeRate } from '../../contract/rules/closeRate'
import { nothing, type Ranking, ranksOf } from '../../contract/rules/leaderboard'
import { type LeaderboardPeriod, leaderboardPeriods } from '../../contract/rules/leaderboardPeriods'
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
import { bestOf, type Board, boardAt } from '../leaderboard/tallies'
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

/** What everybody who looks at a leaderboard is told of. */
interface Told extends Board {
  goals: TeamGoals | undefined
  currency: string
}

export const leaderboardHandlers = ({ database, now, pause }: Services): Handlers['leaderboard'] => {
  // Ranks are made of the orders of all, whoever sees their own alone: nobody's name acts here.
  const reading = <T>(orgId: string, work: (tx: Transaction) => Promise<T>) =>
    actingAsJob('leaderboard', () => database.tenant(orgId, work))
  const boardOf = Object.fromEntries(
    leaderboardPeriods.map((period) => [
      period,
      shared(
        (orgId) =>
          reading(orgId, async (tx) => {
            const { zone, currency } = await settingsOf(tx, orgId)
            return { ...(await boardAt(tx, { period, now: now(), zone })), goals: await goalsOf(tx, orgId), currency }
          }),
        { every, gather, pause },
      ),
    ]),
    // One of each period.
  ) as Record<LeaderboardPeriod, (orgId: string) => Promise<Told>>
  return {
    read: async ({ query: { organizationId, period, by, minCalls }, caller }) => {
      const orgId = ownOrganization(caller, organizationId)
      const board = await boardOf[period](orgId)
      const { goals, currency, from, to } = board
      if (!goals) throw notFound('Organization')
      const revenue = [...board.now.values()].reduce((sum, { net }) => sum + net, 0) / 100
      const standings = standingsOf(board, { by, minCalls })
      const data: Leaderboard = { id: orgId, currency, from, to, standings, revenue, goals }
      return { data }
    },

    best: async ({ query: { organizationId, period }, caller }) => {
      const orgId = ownOrganization(caller, organizationId)
      const best = await reading(orgId, async (tx) => {
        const { zone } = await settingsOf(tx, orgId)
        return bestOf(tx, { agentId: caller.userId, period, now: now(), zone })
      })
      return { data: best }
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
function standingsOf({ now, before, names }: Board, ranking: Ranking): Standing[] {
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

async function settingsOf(tx: Transaction, orgId: string): Promise<{ currency: string; zone: string }> {
  const [row] = await tx
    .select({ currency: organizations.currency, zone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  return row ?? { currency: '', zone: 'UTC' }
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
