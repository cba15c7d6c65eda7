import type { SavedView } from '../../contract/extensions/savedViews'
import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface ViewShareInput extends FlowSurroundings {
  view: SavedView
}

/** Sharing a view with everybody of the organization, or no more (WF-02). */
export const viewShareMachine = confirmFlow({
  id: 'viewShare',
  context: ({ view }: ViewShareInput) => ({ view }),
  actors: {
    shareSavedView: promiseActor<void, { id: string; version: number | null | undefined; isShared: boolean }>(
      'shareSavedView',
    ),
  },
  submit: {
    state: 'settling',
    src: 'shareSavedView',
    input: ({ view: { id, version, isShared } }) => ({ id, version, isShared: !isShared }),
    change: ({ view: { id, isShared } }) => ({
      resource: 'savedViews',
      kind: 'merge',
      id,
      fields: { isShared: !isShared },
    }),
    message: ({ view: { name, isShared } }) =>
      isShared ? `${name} is shared no more` : `${name} is shared with everybody`,
    done: 'settled',
  },
  cancelled: 'cancelled',
  failed: 'confirming',
})
