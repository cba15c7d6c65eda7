import { dataTable } from '../../../styled-system/recipes/data-table'
import { FilterSelect } from './FilterSelect'
import { type Filter, isTyped, type TypedFilter } from './tableColumns'

interface FurtherFiltersProps {
  filters: readonly Filter[]
  chosen: Readonly<Record<string, string>>
  onChange: ((name: string, value: string | undefined) => void) | undefined
}

/** A day or an amount, which counts once the field is left. */
function TypedFilterField({
  filter,
  chosen,
  onChange,
}: { filter: TypedFilter } & Omit<FurtherFiltersProps, 'filters'>) {
  const { name, label, type, read } = filter
  const styles = dataTable()
  return (
    <label className={styles.range}>
      {label}
      <input
        // What is chosen elsewhere, such as by its chip, is shown anew.
        key={chosen[name] ?? ''}
        type={type === 'day' ? 'date' : 'text'}
        inputMode={type === 'day' ? undefined : 'decimal'}
        className={styles.rangeInput}
        name={name}
        defaultValue={chosen[name] ?? ''}
        onBlur={({ target: { value } }) => {
          const given = read(value)
          if (given !== chosen[name]) onChange?.(name, given)
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur()
        }}
      />
    </label>
  )
}

/** What the rows are narrowed by less often, behind one word; what is chosen shows as chips all the same. */
export function FurtherFilters({ filters, chosen, onChange }: FurtherFiltersProps) {
  const styles = dataTable()
  if (filters.length === 0) return null
  return (
    <details className={styles.further}>
      <summary className={styles.furtherTitle}>More filters</summary>
      <div className={styles.furtherBody}>
        {filters.map((filter) =>
          isTyped(filter) ? (
            <TypedFilterField key={filter.name} filter={filter} chosen={chosen} onChange={onChange} />
          ) : (
            <FilterSelect key={filter.name} filter={filter} chosen={chosen} onChange={onChange} />
          ),
        )}
      </div>
    </details>
  )
}
