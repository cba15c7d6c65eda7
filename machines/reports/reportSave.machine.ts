import type { ReportQuestion } from '../../contract/forms/reports'
import { savedNameForm, type SavedNameValues } from '../../contract/forms/savedNames'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface ReportSaveInput extends FlowSurroundings {
  question: ReportQuestion
  /** What it may be called. */
  name: string
}

/** Saving a report under a name, for everybody of the organization (RP-01). */
export const reportSaveMachine = formFlow({
  id: 'reportSave',
  form: savedNameForm,
  values: ({ name }: ReportSaveInput) => ({ name }),
  context: ({ question, organizationId }) => ({ question, organizationId }),
  actors: {
    createSavedReport: promiseActor<
      void,
      { organizationId: string | undefined; question: ReportQuestion; values: SavedNameValues }
    >('createSavedReport'),
  },
  submit: {
    state: 'saving',
    src: 'createSavedReport',
    input: ({ organizationId, question, form: { values } }) => ({ organizationId, question, values }),
    change: { resource: 'savedReports', kind: 'add' },
    message: ({ form: { values } }) => `Saved as ${values.name}`,
    done: 'saved',
  },
  cancelled: 'cancelled',
})
