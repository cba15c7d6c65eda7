import { dataTable } from '../../../styled-system/recipes/data-table'
import type { ColumnDefinition, Sort } from './tableColumns'

interface SortChoiceProps {
  columns: readonly Pick<ColumnDefinition<never>, 'id' | 'title' | 'sortable'>[]
  sort: Sort | undefined
  onSortChange: (sort: Sort | undefined) => void
}

const orders = [
  { order: 'asc', label: 'ascending' },
  { order: 'desc', label: 'descending' },
] as const

/** The order of the rows where they are cards, which have no head to press. */
export function SortChoice({ columns, sort, onSortChange }: SortChoiceProps) {
  const choices = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ id, title }) =>
      orders.map(({ order, label }) => ({
        value: `${id} ${order}`,
        sort: { by: id, order },
        label: `${title}, ${label}`,
      })),
    )
  if (choices.length === 0) return null
  return (
    <select
      className={dataTable().sortChoice}
      aria-label="Sort by"
      value={sort ? `${sort.by} ${sort.order}` : ''}
      onChange={({ target }) => onSortChange(choices.find(({ value }) => value === target.value)?.sort)}
    >
      <option value="">Sort by: default</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
