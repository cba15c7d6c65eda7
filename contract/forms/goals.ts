import * as z from 'zod/mini'
import type { Goals, GoalsUpdate, TeamGoals } from '../extensions/leaderboard'
import { optionalNumber, shownNumber } from './fields'

const goal = optionalNumber('A goal must be greater than zero', (value) => value > 0)

/** The dialog of what the team wants to take (LB-01). */
export const goalsForm = z.object({ today: goal, week: goal, month: goal })

/** What is typed into that dialog; nothing for no goal. */
export type GoalsValues = z.input<typeof goalsForm>

/** What that dialog begins with. */
export const goalsValues = ({ today, week, month }: Goals): GoalsValues => ({
  today: shownNumber(today, 'amount'),
  week: shownNumber(week, 'amount'),
  month: shownNumber(month, 'amount'),
})

/** What differs from what the dialog began with; what was emptied is no goal any more. */
export function changedGoals(before: TeamGoals, values: GoalsValues): GoalsUpdate {
  const typed = z.safeParse(goalsForm, values)
  if (!typed.success) return {}
  const { today = null, week = null, month = null } = typed.data
  const now: Goals = { today, week, month }
  return Object.fromEntries(Object.entries(now).filter(([period, amount]) => before[period as keyof Goals] !== amount))
}
