import Columns3 from 'lucide-react/icons/columns-3'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { dataTable } from '../../styled-system/recipes/data-table'
import { DropdownMenu } from './DropdownMenu'

export interface TableSearch {
  value: string
  onChange: (text: string) => void
  /** The box's accessible name and placeholder; 'Search Table' if not given (OT-03). */
  label?: string | undefined
}
interface TableToolbarProps {
  search: TableSearch | undefined
  columns: readonly { id: string; title: string }[]
  hiddenColumns: readonly string[]
  onHiddenColumnsChange: ((hiddenColumns: string[]) => void) | undefined
  children: ReactNode
}

/** Search, the screen's own tools, and which columns are shown (DT-03). */
export function TableToolbar({ search, columns, hiddenColumns, onHiddenColumnsChange, children }: TableToolbarProps) {
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
      {search && (
        <div className={styles.search}>
          <Search className={styles.searchIcon} aria-hidden="true" />
          <input
            type="search"
            className={styles.searchInput}
            aria-label={label}
            placeholder={label}
            autoComplete="off"
            spellCheck={false}
            value={search.value}
            onChange={(event) => search.onChange(event.target.value)}
          />
        </div>
      )}
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
