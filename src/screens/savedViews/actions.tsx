import Pencil from 'lucide-react/icons/pencil'
import Save from 'lucide-react/icons/save'
import Star from 'lucide-react/icons/star'
import Users from 'lucide-react/icons/users'
import type { SavedView } from '../../../contract/extensions/savedViews'
import type { ListName } from '../../../contract/lists/names'
import type { ListAddress } from '../../../contract/rules/listAddress'
import type { ViewChange } from '../../../machines/savedViews/viewChange.machine'
import type { ActionSurroundings, WriteAction } from '../../components/actions/recordAction'
import { deletion } from '../records/actions'

const change = (view: SavedView, what: ViewChange, { open }: ActionSurroundings) =>
  open({ type: 'open.viewChange', recordId: undefined, input: { view, change: what } })

/** A view that everybody sees is changed by who may share it. */
const also = ({ isShared }: SavedView) => (isShared ? ({ action: 'savedViews.share' } as const) : undefined)

/** What can be done with a saved view. */
export const savedViewActions: readonly WriteAction<SavedView>[] = [
  {
    action: 'savedViews.setDefault',
    label: ({ isDefault }) => (isDefault ? 'Begin without it' : 'Begin with it'),
    icon: <Star aria-hidden="true" />,
    open: (view, surroundings) => change(view, { isDefault: !view.isDefault }, surroundings),
  },
  {
    action: 'savedViews.update',
    also,
    label: 'Rename',
    icon: <Pencil aria-hidden="true" />,
    open: (view, { open }) => open({ type: 'open.viewRename', recordId: view.id, input: { view } }),
  },
  {
    action: 'savedViews.share',
    label: ({ isShared }) => (isShared ? 'Stop sharing' : 'Share with everybody'),
    icon: <Users aria-hidden="true" />,
    open: (view, { open }) => open({ type: 'open.viewShare', recordId: undefined, input: { view } }),
  },
  { ...deletion('savedViews', ({ name }: SavedView) => name), action: 'savedViews.delete', also },
]

/** A list as it is seen, and the view that it began with. */
export interface SeenList {
  list: ListName
  address: ListAddress
  /** Where it is seen, without its view. */
  href: string
  view: SavedView | undefined
  /** Whether it is another one by now. */
  isChanged: boolean
}

/** What can be done with a list as it is seen. */
export const seenListActions: readonly WriteAction<SeenList>[] = [
  {
    action: 'savedViews.update',
    also: ({ view }) => view && also(view),
    label: 'Save changes',
    icon: <Save aria-hidden="true" />,
    isFor: ({ view, isChanged }) => view !== undefined && isChanged,
    open: ({ view, address }, surroundings) => view && change(view, { address }, surroundings),
  },
  {
    action: 'savedViews.create',
    label: 'Save as new view',
    icon: <Save aria-hidden="true" />,
    open: ({ list, address, href }, { open }) =>
      open({ type: 'open.viewSave', recordId: undefined, input: { list, address, href } }),
  },
]
