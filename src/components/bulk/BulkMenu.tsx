import type { ListDescription } from '../../../contract/lists/description'
import { type BulkList, maxBulkIds } from '../../../contract/rules/bulkJobs'
import { useEntriesOnScreen } from '../../app/onScreen'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import { askedFilters } from '../../data/tableAddress'
import { DropdownMenu } from '../base/DropdownMenu'
import { formatCount } from '../base/format'
import type { MenuEntry } from '../base/menuEntry'
import type { Chosen } from '../../screens/bulkJobs/manyActions'
import type { RowChoice } from '../table/tableColumns'
import { chooseLabel } from '../table/useRowChoice'
import { entriesOfMany, type Most } from '../actions/entries'
import {
  type ActionSurroundings,
  labelOf,
  type RecordAction,
  type WriteAction,
  whyNotNow,
} from '../actions/recordAction'
import { useActionSurroundings } from '../actions/useAction'

/** What can be done with several rows of a list together. Keep it outside of the component. */
export interface BulkActions<Row> {
  list: ListDescription & { resource: BulkList }
  /** What the server does with many of them. */
  jobs: readonly WriteAction<Chosen>[]
  /** What the box in a row is called. */
  label: (row: Row) => string
  /** What is done with a few of them here, by those of the row's actions that say how. */
  actions?: readonly RecordAction<Row>[]
  /** What a record is called where it stands in the way of that, and how many can be taken. */
  nameOf?: (row: Row) => string
  most?: Most
}

export interface BulkMenuProps<Row> {
  bulk: BulkActions<Row>
  choice: RowChoice<Row>
  /** The rows on the screen. */
  shown: readonly Row[]
  /** All that the list is narrowed to. */
  total: number
  request: TableRequest
  within: Readonly<Record<string, string>>
}

const tooMany = `At most ${formatCount(maxBulkIds)} that are chosen one by one. Narrow the list, and choose all that match.`

/** What is chosen, as the server is asked for it. */
function chosenOf<Row extends { id: string }>({ bulk, choice, request, within, total }: BulkMenuProps<Row>): Chosen {
  const { q, filters } = request
  return choice.isAll
    ? { chosen: { search: { q, filters: { ...within, ...askedFilters(bulk.list, filters) } } }, count: total }
    : { chosen: { ids: choice.chosen.map(({ id }) => id) }, count: choice.chosen.length }
}

const jobEntry = 'job '

/** The entry of each job, known by its place in the list. */
const jobEntries = (
  jobs: readonly WriteAction<Chosen>[],
  chosen: Chosen,
  isTooMany: boolean,
  { membership }: ActionSurroundings,
): readonly MenuEntry[] =>
  jobs.map((job, place) => ({
    id: `${jobEntry}${place}`,
    label: labelOf(job, chosen),
    reason: whyNotNow(job, chosen, membership) ?? (isTooMany ? tooMany : undefined),
  }))

/** Choosing rows, and what can be done with the chosen ones together. */
export default function BulkMenu<Row extends { id: string }>(props: BulkMenuProps<Row>) {
  const { bulk, choice, shown, total } = props
  const { jobs, actions = [], nameOf = bulk.label, most = { count: maxBulkIds, why: tooMany } } = bulk
  const surroundings = useActionSurroundings()
  const { chosen, isAll } = choice
  const isNone = chosen.length === 0 && !isAll
  const few = isAll ? shown : chosen
  const entries: readonly MenuEntry[] = [
    ...(isNone ? [] : jobEntries(jobs, chosenOf(props), chosen.length > maxBulkIds, surroundings)),
    ...entriesOfMany(
      actions,
      { chosen: isNone ? [] : few, nameOf, most: isAll && total > shown.length ? { count: 0, why: most.why } : most },
      surroundings.membership,
    ),
    { id: 'shown', label: `Choose all ${formatCount(shown.length)} shown`, separated: !isNone },
    ...(total > shown.length ? [{ id: 'all', label: `Choose all ${formatCount(total)} that match` }] : []),
    ...(isNone ? [] : [{ id: 'none', label: 'Choose none' }]),
  ]
  const choose = (id: string) => {
    if (id === 'shown') return choice.onChoose(shown)
    if (id === 'all') return choice.onChooseAll()
    const job = id.startsWith(jobEntry) ? jobs[Number(id.slice(jobEntry.length))] : undefined
    const many = actions[Number(id)]?.many
    job?.open(chosenOf(props), surroundings)
    many?.open(few, surroundings)
    // What becomes of them is another state than they were chosen in.
    if (!many?.keepsChoice) choice.onChooseNone()
  }
  const chosenText = `${isAll ? `All ${formatCount(total)}` : formatCount(chosen.length)} chosen`
  useEntriesOnScreen(entries, choose, isNone ? undefined : chosenText)
  return (
    (!isNone || shown.length > 0) && (
      <DropdownMenu items={entries} onSelect={choose}>
        {isNone ? chooseLabel : chosenText}
      </DropdownMenu>
    )
  )
}
