import X from 'lucide-react/icons/x'
import { dataTable } from '../../../styled-system/recipes/data-table'
import { chosenLabel, type Filter, isTyped } from './tableColumns'

interface FilterChipsProps {
  filters: readonly Filter[]
  chosen: Readonly<Record<string, string>>
  onChange: ((name: string, value: string | undefined) => void) | undefined
}

/** What the rows are narrowed by, each to be taken off again (GE-01). */
export function FilterChips({ filters, chosen, onChange }: FilterChipsProps) {
  const styles = dataTable()
  const shown = filters.flatMap((filter) => {
    const value = chosen[filter.name]
    return value === undefined ? [] : [{ filter, value }]
  })
  if (shown.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="Filters">
      {shown.map(({ filter, value: given }) => {
        const { name, label } = filter
        const value = (isTyped(filter) ? undefined : chosenLabel(filter, given)) ?? given
        return (
          <li key={name}>
            <button
              type="button"
              className={styles.chip}
              aria-label={`Remove filter ${label}: ${value}`}
              onClick={() => onChange?.(name, undefined)}
            >
              {label}: {value}
              <X aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
