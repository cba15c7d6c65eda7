import { useOnScreen } from '../../app/onScreen'
import { DropdownMenu } from '../base/DropdownMenu'
import { ActionButton, ActionLink } from './ActionButton'
import { entriesOf } from './entries'
import { labelOf, type LinkAction, type RecordAction } from './recordAction'
import { useActionSurroundings } from './useAction'

interface PageActionsProps<Row> {
  actions: readonly (RecordAction<Row> | LinkAction<Row>)[]
  /** The record of the page; null on a page that is of none. */
  record: Row
}

/** What can be done with the record of a page, in a menu of its header. */
export function PageMenu<Row>({ actions, record }: PageActionsProps<Row>) {
  useOnScreen(actions, record)
  const surroundings = useActionSurroundings()
  return (
    <DropdownMenu
      items={entriesOf(actions, record, surroundings.membership)}
      onSelect={(place) => actions[Number(place)]?.open(record, surroundings)}
    >
      Actions
    </DropdownMenu>
  )
}

/** The same as buttons, where there is room. */
export function PageButtons<Row>({ actions, record }: PageActionsProps<Row>) {
  useOnScreen(actions, record)
  return actions.map((each) =>
    'at' in each ? (
      <ActionLink key={labelOf(each, record)} action={each} row={record} />
    ) : (
      <ActionButton key={labelOf(each, record)} action={each} row={record} />
    ),
  )
}
