import { DropdownMenu } from '../base/DropdownMenu'
import { Button } from '../base/Button'
import { entriesOf, type RecordAction } from './recordAction'
import { useActionSurroundings } from './useActionSurroundings'

interface PageActionsProps<Row> {
  actions: readonly RecordAction<Row>[]
  record: Row
}

/** What can be done with the record of a page, in a menu of its header. */
export function PageMenu<Row>({ actions, record }: PageActionsProps<Row>) {
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

/** The same as buttons, where there is room; what is not possible now says why in its title (GE-05). */
export function PageButtons<Row>({ actions, record }: PageActionsProps<Row>) {
  const surroundings = useActionSurroundings()
  return entriesOf(actions, record, surroundings.membership).map(({ id, label, reason }) => (
    <Button
      key={id}
      disabled={reason !== undefined}
      title={reason}
      onClick={() => actions[Number(id)]?.open(record, surroundings)}
    >
      {label}
    </Button>
  ))
}
