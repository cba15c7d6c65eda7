import type { SavedReport } from '../../contract/extensions/savedReports'
import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface ReportMailInput extends FlowSurroundings {
  report: SavedReport
}

/** Having a saved report mailed to oneself every Monday, or no more (RP-01). */
export const reportMailMachine = confirmFlow({
  id: 'reportMail',
  context: ({ report }: ReportMailInput) => ({ report }),
  actors: { mailSavedReport: promiseActor<void, { id: string; isMailed: boolean }>('mailSavedReport') },
  submit: {
    state: 'settling',
    src: 'mailSavedReport',
    input: ({ report: { id, isMailed } }) => ({ id, isMailed: !isMailed }),
    change: ({ report: { id, isMailed } }) => ({
      resource: 'savedReports',
      kind: 'merge',
      id,
      fields: { isMailed: !isMailed },
    }),
    message: ({ report: { name, isMailed } }) =>
      isMailed ? `${name} is mailed to you no more` : `${name} is mailed to you every Monday`,
    done: 'settled',
  },
  cancelled: 'cancelled',
  failed: 'confirming',
})
