import type { SavedReport } from '../../contract/extensions/savedReports'
import { savedReportForm, type SavedReportValues, savedReportValues } from '../../contract/forms/savedReports'
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
  form: savedReportForm,
  valuesOf: (report: SavedReport) => savedReportValues(report),
  context: (_input: ReportRenameInput) => ({}),
  record: ({ report }) => report,
  actors: { saveSavedReport: promiseActor<void, RecordChange<SavedReportValues>>('saveSavedReport') },
  isReread: false,
  submit: {
    state: 'saving',
    src: 'saveSavedReport',
    ...changing('savedReports', (_: SavedReport, values: SavedReportValues) => values),
    message: 'Report renamed',
    done: 'saved',
  },
})
