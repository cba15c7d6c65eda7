import type { TeamGoals } from '../../../contract/extensions/leaderboard'
import type { WriteAction } from '../../components/actions/recordAction'

/** Settles what the team wants to take (LB-01). */
export const editGoals: WriteAction<TeamGoals> = {
  action: 'leaderboard.setGoals',
  label: 'Set goals',
  open: (goals, { open }) => open({ type: 'open.goalsEdit', recordId: goals.id, input: { goals } }),
}
