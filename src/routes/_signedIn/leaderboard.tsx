import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { leaderboardPeriods, rankedBy } from '../../../contract/rules/leaderboardPeriods'
import { lazyPage } from '../../app/lazyPage'

const search = z.object({
  period: z.catch(z.optional(z.enum(leaderboardPeriods)), undefined),
  by: z.catch(z.optional(z.enum(rankedBy)), undefined),
  /** The fewest calls of whoever has a rank. */
  min: z.catch(z.optional(z.int()), undefined),
  /** Whether it fills the screen. */
  wall: z.catch(z.optional(z.literal(true)), undefined),
})

export const Route = createFileRoute('/_signedIn/leaderboard')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  component: lazyPage(() => import('../../screens/leaderboard/LeaderboardScreen')),
})
