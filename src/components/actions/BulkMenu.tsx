import { DropdownMenu } from '../base/DropdownMenu'
import { formatCount } from '../base/format'
import type { MenuEntry } from '../base/menuEntry'
import { type Choice, entriesOfMany } from './entries'
import type { RecordAction } from './recordAction'
import { useActionSurroundings } from './useAction'

export interface BulkMenuProps<Row> extends Choice<Row> {
  actions: readonly RecordAction<Row>[]
  /** The rows on the screen. */
  shown: readonly Row[]
  onChoose: (rows: readonly Row[]) => void
  onChooseNone: () => void
}

/** Choosing rows, and what can be done with the chosen ones together. */
export function BulkMenu<Row>({ actions, shown, onChoose, onChooseNone, ...choice }: BulkMenuProps<Row>) {
  const surroundings = useActionSurroundings()
  const { chosen } = choice
  const isNone = chosen.length === 0
  if (isNone && shown.length === 0) return null
  const all: MenuEntry = { id: 'all', label: `Choose all ${formatCount(shown.length)} shown`, separated: !isNone }
  const entries = [
    ...entriesOfMany(actions, choice, surroundings.membership),
    all,
    ...(isNone ? [] : [{ id: 'none', label: 'Choose none' }]),
  ]
  const choose = (id: string) => {
    if (id === 'all') return onChoose(shown)
    const many = actions[Number(id)]?.many
    many?.open(chosen, surroundings)
    // What becomes of them is another state than they were chosen in.
    if (!many?.keepsChoice) onChooseNone()
  }
  return (
    <DropdownMenu items={entries} onSelect={choose}>
      {isNone ? 'Choose' : `${formatCount(chosen.length)} chosen`}
    </DropdownMenu>
  )
}
