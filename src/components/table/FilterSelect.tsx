import { dataTable } from '../../../styled-system/recipes/data-table'
import type { ChosenFilter } from './tableColumns'

interface FilterSelectProps {
  filter: ChosenFilter
  chosen: Readonly<Record<string, string>>
  onChange: ((name: string, value: string | undefined) => void) | undefined
}

/** What the rows can be narrowed by: one of some values, or all of them. */
export function FilterSelect({ filter: { name, label, options }, chosen, onChange }: FilterSelectProps) {
  return (
    <select
      className={dataTable().filter}
      name={name}
      aria-label={label}
      value={chosen[name] ?? ''}
      onChange={(event) => onChange?.(name, event.target.value || undefined)}
    >
      <option value="">{label}: all</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
