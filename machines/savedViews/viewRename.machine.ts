import type { SavedView } from '../../contract/extensions/savedViews'
import { savedNameForm, type SavedNameValues, savedNameValues } from '../../contract/forms/savedNames'
import { promiseActor } from '../actors'
import { changing, recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'

export interface ViewRenameInput extends FlowSurroundings {
  view: SavedView
}

/** Giving a saved view another name (WF-02). */
export const viewRenameMachine = recordFlow({
  id: 'viewRename',
  form: savedNameForm,
  valuesOf: (view: SavedView) => savedNameValues(view),
  context: (_input: ViewRenameInput) => ({}),
  record: ({ view }) => view,
  actors: { renameSavedView: promiseActor<void, RecordChange<SavedNameValues>>('renameSavedView') },
  isReread: false,
  submit: {
    state: 'saving',
    src: 'renameSavedView',
    ...changing('savedViews', (_: SavedView, values: SavedNameValues) => values),
    message: 'View renamed',
    done: 'saved',
  },
  refusesFields: true,
})
