import { dataTable } from '../../../styled-system/recipes/data-table'
import { readNumber } from '../../../contract/forms/fields'
import type { TypedFilter } from './tableColumns'

interface TypedFiltersProps {
  filters: readonly TypedFilter[]
  chosen: Readonly<Record<string, string>>
  onChange: ((name: string, value: string | undefined) => void) | undefined
}

/** A number as an address and a request carry it; nothing for what is none. */
function amountOf(typed: string): string | undefined {
  const value = readNumber(typed)
  return typeof value === 'number' && !Number.isNaN(value) ? `${value}` : undefined
}

/** What the rows are narrowed by that is typed: days and amounts, which count once the field is left. */
export function TypedFilters({ filters, chosen, onChange }: TypedFiltersProps) {
  const styles = dataTable()
  if (filters.length === 0) return null
  return (
    <details className={styles.ranges}>
      <summary className={styles.rangesTitle}>More filters</summary>
      <div className={styles.rangesBody}>
        {filters.map(({ name, label, type }) => (
          <label key={name} className={styles.range}>
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
                const given = type === 'day' ? value || undefined : amountOf(value)
                if (given !== chosen[name]) onChange?.(name, given)
              }}
              onKeyDown={({ key, currentTarget }) => {
                if (key === 'Enter') currentTarget.blur()
              }}
            />
          </label>
        ))}
      </div>
    </details>
  )
}
