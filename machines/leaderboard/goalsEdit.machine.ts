import type { GoalsUpdate, TeamGoals } from '../../contract/extensions/leaderboard'
import { changedGoals, goalsForm, goalsValues } from '../../contract/forms/goals'
import { promiseActor } from '../actors'
import { changing, recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'

export interface GoalsEditInput extends FlowSurroundings {
  goals: TeamGoals
}

/** Settling what the team wants to take in a day, a week and a month (LB-01). */
export const goalsEditMachine = recordFlow({
  id: 'goalsEdit',
  form: goalsForm,
  valuesOf: (goals: TeamGoals) => goalsValues(goals),
  context: (_input: GoalsEditInput) => ({}),
  record: ({ goals }) => goals,
  actors: { saveGoals: promiseActor<void, RecordChange<GoalsUpdate>>('saveGoals') },
  isReread: false,
  submit: {
    state: 'saving',
    src: 'saveGoals',
    ...changing('leaderboard', changedGoals),
    message: 'Goals saved',
    done: 'saved',
  },
})
