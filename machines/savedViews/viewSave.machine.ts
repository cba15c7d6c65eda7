import { savedNameForm, type SavedNameValues } from '../../contract/forms/savedNames'
import type { ListName } from '../../contract/lists/names'
import type { ListAddress } from '../../contract/rules/listAddress'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

/** What is saved of a list. */
export interface SavedList {
  list: ListName
  address: ListAddress
  /** The same address within the app, which then names the view, too. */
  href: string
}
export interface ViewSaveInput extends FlowSurroundings, SavedList {}

/** Saving a list as it is narrowed, sorted and shown under a name, for oneself (WF-02). */
export const viewSaveMachine = formFlow({
  id: 'viewSave',
  form: savedNameForm,
  values: (_: ViewSaveInput) => ({ name: '' }),
  context: ({ list, address, href, organizationId }) => ({ list, address, href, organizationId }),
  actors: {
    createSavedView: promiseActor<
      { href: string },
      SavedList & { organizationId: string | undefined; values: SavedNameValues }
    >('createSavedView'),
  },
  submit: {
    state: 'saving',
    src: 'createSavedView',
    input: ({ organizationId, list, address, href, form: { values } }) => ({
      organizationId,
      list,
      address,
      href,
      values,
    }),
    change: { resource: 'savedViews', kind: 'add' },
    message: ({ form: { values } }) => `Saved as ${values.name.trim()}`,
    action: { type: 'openView', params: (made) => made },
    done: 'saved',
  },
  refusesFields: true,
  cancelled: 'cancelled',
})
