import Columns3 from 'lucide-react/icons/columns-3'
import type { ReactNode } from 'react'
import { dataTable } from '../../../styled-system/recipes/data-table'
import { DropdownMenu } from '../base/DropdownMenu'
import { SearchBox } from '../base/SearchBox'
import { type ChosenFilter, type Filter, isTyped } from './tableColumns'
import { TypedFilters } from './TypedFilters'
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

const isChosen = (filter: Filter): filter is ChosenFilter => !isTyped(filter)

/** Search, filters, the screen's own tools, and which columns are shown (DT-03). */
export function TableToolbar(props: TableToolbarProps) {
  const { search, columns, hiddenColumns, onHiddenColumnsChange, children } = props
  const { filters, chosenFilters, onFilterChange } = props
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
      {filters.filter(isChosen).map(({ name, label: about, options }) => (
        <select
          key={name}
          className={styles.filter}
          name={name}
          aria-label={about}
          value={chosenFilters[name] ?? ''}
          onChange={(event) => onFilterChange?.(name, event.target.value || undefined)}
        >
          <option value="">{about}: all</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ))}
      <TypedFilters filters={filters.filter(isTyped)} chosen={chosenFilters} onChange={onFilterChange} />
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
