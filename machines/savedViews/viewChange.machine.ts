import type { SavedView } from '../../contract/extensions/savedViews'
import type { ListAddress } from '../../contract/rules/listAddress'
import { promiseActor } from '../actors'
import type { ConfirmEvent } from '../factories/confirmFlow'
import { endings, failedTo, type Flow, flowOf, sendingState } from '../factories/sending'
import type { FlowSurroundings } from '../flowSurroundings'

/** One thing that becomes of a view, of which nobody has to be asked. */
export type ViewChange = { isDefault: boolean } | { address: ListAddress }

interface Context {
  view: SavedView
  change: ViewChange
}
export interface ViewChangeInput extends FlowSurroundings, Context {}

const actors = {
  changeSavedView: promiseActor<
    void,
    Pick<SavedView, 'id'> & { version: number | null | undefined; change: ViewChange }
  >('changeSavedView'),
}

function said({ view: { name }, change }: Context): string {
  if ('address' in change) return `${name} shows the list as it is now`
  return change.isDefault ? `The list begins with ${name}` : `The list begins with ${name} no more`
}

// A chart that is put together of parts says nothing of its own type.
const made: Flow<Context, ConfirmEvent, typeof actors, 'busy', ViewChangeInput> = flowOf(
  {
    id: 'viewChange',
    context: ({ input: { view, change } }: { input: ViewChangeInput }) => ({ view, change }),
    initial: 'saving',
    states: {
      saving: sendingState(
        {
          state: 'saving',
          src: 'changeSavedView',
          input: ({ view: { id, version }, change }: Context) => ({ id, version, change }),
          change: ({ view: { id }, change }: Context) => ({
            resource: 'savedViews',
            kind: 'merge',
            id,
            fields: { ...change },
          }),
          message: said,
          done: 'saved',
        },
        failedTo('failed'),
        'busy',
      ),
      ...endings('saved', 'failed'),
    },
  },
  { actors },
)

/** Having a list begin with a view, or having a view show the list as it is now (WF-02). */
export const viewChangeMachine = made
