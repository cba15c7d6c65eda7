import { Menu } from '../overlay/Menu'
import { entriesOf } from './entries'
import type { ActionSurroundings, RecordAction } from './recordAction'

interface RowMenuProps<Row> {
  /** The accessible name of the button, such as "Actions for Trial". */
  label: string
  actions: readonly RecordAction<Row>[]
  row: Row
  surroundings: ActionSurroundings
}

/** What can be done with one row; what is not possible now says why (GE-05). */
export const RowMenu = <Row,>({ label, actions, row, surroundings }: RowMenuProps<Row>) => (
  <Menu
    label={label}
    items={entriesOf(actions, row, surroundings.membership).map((entry) => ({
      ...entry,
      hint: actions[Number(entry.id)]?.key,
    }))}
    onSelect={(place) => actions[Number(place)]?.open(row, surroundings)}
  />
)
