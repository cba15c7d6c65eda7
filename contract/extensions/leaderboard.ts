import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { leaderboardPeriods, rankedBy } from '../rules/leaderboardPeriods'
import { countInAddress, extension, id, money, someField } from '../schemas'
import { ifMatch, version } from '../versions'

const whole = z.int().check(z.minimum(0))
const share = z.nullable(z.number().check(z.minimum(0), z.maximum(1)))

/** One agent's figures of a period, in major units of the organization's currency (LB-01). */
export const standing = z.object({
  /** The agent's. */
  id,
  /** As they are called; of one who has left, as their newest order says. */
  name: z.string(),
  /** From 1; those who are level share a rank, and the next one is left out. Without the minimum of calls there is none. */
  rank: z.nullable(z.int().check(z.minimum(1))),
  /** By how many ranks they have come up since the period before; negative for down, null without a rank in either. */
  climbed: z.nullable(z.int()),
  /** What was paid of their orders of the period, less what was refunded of them. */
  revenue: z.number(),
  orders: whole,
  /** Their orders' totals, divided by how many there are. */
  averageOrder: z.nullable(z.number()),
  /** Calls that count for the close rate, and those of them in which something was sold. */
  calls: whole,
  sold: whole,
  closeRate: share,
})
export type Standing = z.infer<typeof standing>

/** What the team wants to take in a day, a week and a month; null for no goal. */
const goal = z.nullable(money.check(z.gt(0)))
const goals = z.object({ today: goal, week: goal, month: goal })
export type Goals = z.infer<typeof goals>

/** The same as an organization has settled it. */
export const teamGoals = z.extend(goals, {
  /** The organization's. */
  id,
  version,
})
export type TeamGoals = z.infer<typeof teamGoals>

export const goalsUpdate = z.partial(goals).check(someField)
export type GoalsUpdate = z.infer<typeof goalsUpdate>

export const leaderboardRecord = z.object({
  /** The organization's. */
  id,
  currency: z.string(),
  /** The first and the last day of the period, in the organization's zone. */
  from: z.string(),
  to: z.string(),
  /** The best first; whoever has no rank comes last. */
  standings: z.array(standing),
  /** All of them together, those without a rank, too. */
  revenue: z.number(),
  goals: teamGoals,
})
export type Leaderboard = z.infer<typeof leaderboardRecord>

/** The best day, week or month that somebody has had before this one; null where there was none. */
export const best = z.object({ revenue: z.number(), from: z.string(), to: z.string() })

const query = z.object({ organizationId: id, period: z._default(z.enum(leaderboardPeriods), 'today') })

/** Who sells how much (LB-01). Everybody in the organization sees it, whosever orders they see. */
export const leaderboard = routes({
  read: {
    method: 'GET',
    path: '/leaderboard',
    summary: 'Read how much each agent of an organization has sold today, this week or this month',
    description:
      'Days, weeks from Monday and months are the organization’s. Orders count by when they were placed; cancelled and expired ones are left out, and so is what partners sold. It is reckoned once a second at most.',
    metadata: extension,
    query: z.extend(query, {
      by: z._default(z.enum(rankedBy), 'revenue'),
      /** Who has fewer calls that count has no rank. */
      minCalls: countInAddress(0, 1_000_000, 0),
    }),
    responses: { 200: z.object({ data: leaderboardRecord }) },
  },
  best: {
    method: 'GET',
    path: '/leaderboard/best/me',
    summary: "Read the signed-in user's best day, week or month before this one",
    metadata: extension,
    query,
    responses: { 200: z.object({ data: z.nullable(best) }) },
  },
  setGoals: {
    method: 'PUT',
    path: '/leaderboard/goals/:organizationId',
    summary: 'Settle what a team wants to take in a day, a week and a month; its owners do',
    metadata: extension,
    pathParams: z.object({ organizationId: id }),
    headers: ifMatch,
    body: goalsUpdate,
    responses: { 200: z.object({ data: teamGoals }) },
  },
})
