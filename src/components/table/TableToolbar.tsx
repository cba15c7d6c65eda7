import Columns3 from 'lucide-react/icons/columns-3'
import type { ReactNode } from 'react'
import { dataTable } from '../../../styled-system/recipes/data-table'
import { DropdownMenu } from '../base/DropdownMenu'
import { SearchBox } from './SearchBox'
import { FilterSelect } from './FilterSelect'
import { FurtherFilters } from './FurtherFilters'
import { type ChosenFilter, type Filter, isTyped } from './tableColumns'
import type { TableSearch } from './tableProps'

interface TableToolbarProps {
  search: TableSearch | undefined
  columns: readonly { id: string; title: string }[]
  hiddenColumns: readonly string[]
  onHiddenColumnsChange: ((hiddenColumns: string[]) => void) | undefined
  filters: readonly Filter[]
  chosenFilters: Readonly<Record<string, string>>
  onFilterChange: ((name: string, value: string | undefined) => void) | undefined
  children: ReactNode
}

const isAtHand = (filter: Filter): filter is ChosenFilter => !isTyped(filter) && !filter.isFurther
const isOffered = (filter: Filter) => isTyped(filter) || !filter.isLinked

/** Search, filters, the screen's own tools, and which columns are shown (DT-03). */
export function TableToolbar(props: TableToolbarProps) {
  const { search, columns, hiddenColumns, onHiddenColumnsChange, children } = props
  const { chosenFilters, onFilterChange } = props
  const filters = props.filters.filter(isOffered)
  const styles = dataTable()
  if (!search && !onHiddenColumnsChange && !children) return null
  const label = search?.label ?? 'Search Table'
  const shown = columns.length - columns.filter(({ id }) => hiddenColumns.includes(id)).length
  const toggle = (id: string) =>
    onHiddenColumnsChange?.(
      hiddenColumns.includes(id) ? hiddenColumns.filter((hidden) => hidden !== id) : [...hiddenColumns, id],
    )
  return (
    <div className={styles.toolbar}>
      {search && <SearchBox label={label} value={search.value} onChange={search.onChange} />}
      {filters.filter(isAtHand).map((filter) => (
        <FilterSelect key={filter.name} filter={filter} chosen={chosenFilters} onChange={onFilterChange} />
      ))}
      <FurtherFilters
        filters={filters.filter((filter) => !isAtHand(filter))}
        chosen={chosenFilters}
        onChange={onFilterChange}
      />
      <div className={styles.tools}>
        {children}
        {onHiddenColumnsChange && (
          <DropdownMenu
            items={columns.map(({ id, title }) => ({
              id,
              label: title,
              checked: !hiddenColumns.includes(id),
              // The last column stays.
              disabled: shown === 1 && !hiddenColumns.includes(id),
            }))}
            onSelect={toggle}
          >
            <Columns3 aria-hidden="true" />
            Columns
          </DropdownMenu>
        )}
      </div>
    </div>
  )
}
