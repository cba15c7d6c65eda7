import Columns3 from 'lucide-react/icons/columns-3'
import { type ReactNode, useState } from 'react'
import type { ListLayout } from '../../../contract/rules/listLayout'
import { dataTable } from '../../../styled-system/recipes/data-table'
import { lazyPage } from '../../app/lazyPage'
import { DropdownMenu } from '../base/DropdownMenu'
import { LaterPart } from '../layout/LaterPart'
import { SearchBox } from './SearchBox'
import { FilterSelect } from './FilterSelect'
import { FurtherFilters } from './FurtherFilters'
import { type ChosenFilter, type Filter, isTyped } from './tableColumns'
import type { TableSearch } from './tableProps'

interface TableToolbarProps {
  search: TableSearch | undefined
  columns: readonly { id: string; title: string; size?: number | undefined }[]
  hiddenColumns: readonly string[]
  widths: ListLayout['widths']
  onArrange: ((layout: ListLayout) => void) | undefined
  views: ReactNode
  filters: readonly Filter[]
  chosenFilters: Readonly<Record<string, string>>
  onFilterChange: ((name: string, value: string | undefined) => void) | undefined
  children: ReactNode
}

/** Their order and their widths. */
export const ColumnsDialog = lazyPage(() => import('./ColumnsDialog'))

const isAtHand = (filter: Filter): filter is ChosenFilter => !isTyped(filter) && !filter.isFurther
/** The entry of the menu that is no column. */
const arranging = ' order'
const isOffered = (filter: Filter) => isTyped(filter) || !filter.isLinked

/** Search, filters, the screen's own tools, and which columns are shown (DT-03). */
export function TableToolbar(props: TableToolbarProps) {
  const { search, columns, hiddenColumns, widths, onArrange, views, children } = props
  const [isArranging, setArranging] = useState(false)
  const { chosenFilters, onFilterChange } = props
  const filters = props.filters.filter(isOffered)
  const styles = dataTable()
  if (!search && !onArrange && !children) return null
  const label = search?.label ?? 'Search Table'
  const shown = columns.length - columns.filter(({ id }) => hiddenColumns.includes(id)).length
  const order = columns.map(({ id }) => id)
  const toggle = (id: string) =>
    id === arranging
      ? setArranging(true)
      : onArrange?.({
          order,
          widths,
          hidden: hiddenColumns.includes(id) ? hiddenColumns.filter((hidden) => hidden !== id) : [...hiddenColumns, id],
        })
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
      {views}
      <div className={styles.tools}>
        {children}
        {onArrange && (
          <DropdownMenu
            items={[
              ...columns.map(({ id, title }) => ({
                id,
                label: title,
                checked: !hiddenColumns.includes(id),
                // The last column stays.
                disabled: shown === 1 && !hiddenColumns.includes(id),
              })),
              { id: arranging, label: 'Order and widths', separated: true },
            ]}
            onSelect={toggle}
          >
            <Columns3 aria-hidden="true" />
            <span className={styles.toolName}>Columns</span>
          </DropdownMenu>
        )}
        {onArrange && isArranging && (
          <LaterPart>
            <ColumnsDialog
              columns={columns}
              hidden={hiddenColumns}
              widths={widths}
              onArrange={onArrange}
              onClose={() => setArranging(false)}
            />
          </LaterPart>
        )}
      </div>
    </div>
  )
}
