import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { SavedView } from '../../../contract/extensions/savedViews'
import { shownFilters } from '../../../contract/lists/description'
import type { ListName } from '../../../contract/lists/names'
import { listNamed } from '../../../contract/lists/tables'
import { lostSentence } from '../../../contract/rules/listAddress'
import { dataTable } from '../../../styled-system/recipes/data-table'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { OpenedBy } from '../../components/base/menuEntry'
import { entriesOf } from '../../components/actions/entries'
import { RowMenu } from '../../components/actions/RowMenu'
import { useOnScreen } from '../../app/onScreen'
import { useActionSurroundings } from '../../components/actions/useAction'
import { Alert } from '../../components/base/Alert'
import { DropdownMenu } from '../../components/base/DropdownMenu'
import { useViews } from '../../data/useViews'
import { savedViewActions, seenListActions } from './actions'
import { addressSeen, isSameAddress, readView, searchFor, searchOfView } from './viewAddress'

interface ViewsMenuProps {
  list: ListName
  /** What its rows are called, in plural. */
  label: string
  request: TableRequest
  columns: { columns: readonly { id: string }[]; hidden: readonly string[] }
  /** Somebody has asked for the menu before its code was there. */
  opensAtOnce: OpenedBy | undefined
}

/** The id of the entry that is no view; an address says so that it begins with none, where there is one to begin with. */
const none = 'none'
const retry = 'retry'

/** The views of a list, and what can be done with the one that it began with (WF-02). */
export default function ViewsMenu({ list, label, request, columns, opensAtOnce }: ViewsMenuProps) {
  const described = listNamed(list)
  const {
    views: all,
    isFailed,
    readAgain,
  } = useViews({
    list,
    filters: described ? shownFilters(described, true) : [],
    searchOf: (one) => searchOfView(one, list),
  })
  const views = all.filter((one) => one.list === list)
  const { view: viewId } = useSearch({ strict: false })
  const router = useRouter()
  const navigate = useNavigate()
  const surroundings = useActionSurroundings()
  const view = views.find(({ id }) => id === viewId)
  const read = view && readView(view)
  const address = addressSeen(request, columns)
  const isChanged = read !== undefined && !isSameAddress(read.address, address)
  const hrefOf = () =>
    router.buildLocation({
      to: '.',
      search: (before: object) => ({ ...before, ...searchFor(list, address, request.pageSize), view: undefined }),
    }).href
  const seen = { list, address, href: hrefOf(), view, isChanged }
  useOnScreen(seenListActions, seen)
  const show = (one: SavedView | undefined) => {
    const plain = {
      ...searchFor(list, {}, request.pageSize),
      view: views.some(({ isDefault }) => isDefault) ? none : undefined,
    }
    const next = one ? searchOfView(one, list, request.pageSize) : plain
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }) })
  }
  const lost = read && lostSentence(read.lost)
  const styles = dataTable()
  const choose = (id: string) => {
    const action = id.startsWith('do ') ? seenListActions[Number(id.slice('do '.length))] : undefined
    if (id === retry) readAgain()
    else if (action) action.open(seen, surroundings)
    else show(views.find((one) => one.id === id))
  }
  return (
    <>
      <div className={styles.views}>
        <DropdownMenu
          label={view ? `View: ${view.name}${isChanged ? ', changed' : ''}` : undefined}
          placement="bottom-start"
          opensAtOnce={opensAtOnce}
          items={[
            { id: none, label: `All ${label.toLowerCase()}`, checked: view === undefined, closes: true },
            ...views.map((one) => ({
              id: one.id,
              label: `${one.name}${one.isShared ? ' (shared)' : ''}${one.isDefault ? ', comes first' : ''}`,
              checked: one.id === viewId,
              closes: true,
            })),
            ...(isFailed ? [{ id: retry, label: 'The views can’t be read: try again' }] : []),
            ...entriesOf(seenListActions, seen, surroundings.membership).map((entry, place) => ({
              ...entry,
              id: `do ${entry.id}`,
              separated: place === 0,
            })),
          ]}
          onSelect={choose}
        >
          <span className={styles.viewName}>{view?.name ?? 'Views'}</span>
          {isChanged && <span aria-hidden="true">*</span>}
        </DropdownMenu>
        {view && (
          <RowMenu
            label={`Actions for the view ${view.name}`}
            actions={savedViewActions}
            row={view}
            surroundings={surroundings}
          />
        )}
      </div>
      {lost && (
        <div className={styles.viewNote}>
          <Alert tone="amber">{lost}</Alert>
        </div>
      )}
    </>
  )
}
