import type { SavedReport } from '../../contract/extensions/savedReports'
import { savedNameForm, type SavedNameValues, savedNameValues } from '../../contract/forms/savedNames'
import { promiseActor } from '../actors'
import { changing, recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'

export interface ReportRenameInput extends FlowSurroundings {
  report: SavedReport
}

/** Giving a saved report another name (RP-01). */
export const reportRenameMachine = recordFlow({
  id: 'reportRename',
  form: savedNameForm,
  valuesOf: (report: SavedReport) => savedNameValues(report),
  context: (_input: ReportRenameInput) => ({}),
  record: ({ report }) => report,
  actors: { saveSavedReport: promiseActor<void, RecordChange<SavedNameValues>>('saveSavedReport') },
  isReread: false,
  submit: {
    state: 'saving',
    src: 'saveSavedReport',
    ...changing('savedReports', (_: SavedReport, values: SavedNameValues) => values),
    message: 'Report renamed',
    done: 'saved',
  },
})
