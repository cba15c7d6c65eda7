import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { best, Leaderboard } from '../../../contract/extensions/leaderboard'
import type { LeaderboardPeriod, RankedBy } from '../../../contract/rules/leaderboardPeriods'
import { upon } from '../../../contract/versions'
import type * as z from 'zod/mini'
import type { Api } from '../api'
import type { Read } from '../cache'
import { type ActorsOf, someFields } from '../flowActors'
import { paced } from '../paced'

export interface BoardAsked {
  period: LeaderboardPeriod
  by: RankedBy
  minCalls: number
}

/** Who has sold how much (LB-01). */
export const readLeaderboard = ({ extended }: Api, organizationId: string, asked: BoardAsked): Read<Leaderboard> =>
  paced({
    key: ['leaderboard', 'now', organizationId, asked],
    fetch: async (signal) => {
      const { reads } = await extended('leaderboard')
      const query = { organizationId, ...asked }
      return answer(await reads.leaderboard.read.query({ query, fetchOptions: { signal } })).data
    },
  })

export type OwnBest = { id: string; best: z.infer<typeof best> | null }

/** One's own best period before this one. It does not change while one looks. */
export const readOwnBest = ({ extended }: Api, organizationId: string, period: LeaderboardPeriod): Read<OwnBest> => ({
  key: ['leaderboardBest', 'now', organizationId, period],
  fetch: async (signal) => {
    const { reads } = await extended('leaderboard')
    const query = { organizationId, period }
    return { id: period, best: answer(await reads.leaderboard.best.query({ query, fetchOptions: { signal } })).data }
  },
})

export const leaderboardActors = ({ extended }: Api): ActorsOf<'goalsEdit'> => ({
  saveGoals: fromPromise(async ({ input: { id, version, fields } }) => {
    const { leaderboard } = (await extended('leaderboard')).client
    await leaderboard.setGoals({
      params: pathParams({ organizationId: id }),
      ...upon(version),
      body: someFields(fields),
    })
  }),
})
