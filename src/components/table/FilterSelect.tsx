import { dataTable } from '../../../styled-system/recipes/data-table'
import { type ChosenFilter, chosenLabel } from './tableColumns'

interface FilterSelectProps {
  filter: ChosenFilter
  chosen: Readonly<Record<string, string>>
  onChange: ((name: string, value: string | undefined) => void) | undefined
}

/** What the rows can be narrowed by: one of some values, or all of them. */
export function FilterSelect({ filter, chosen, onChange }: FilterSelectProps) {
  const { name, label, options } = filter
  const value = chosen[name] ?? ''
  // An address may ask for several.
  const several = options.some((option) => option.value === value) ? undefined : chosenLabel(filter, value)
  return (
    <select
      className={dataTable().filter}
      name={name}
      aria-label={label}
      value={value}
      onChange={(event) => onChange?.(name, event.target.value || undefined)}
    >
      <option value="">{label}: all</option>
      {several && <option value={value}>{several}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
