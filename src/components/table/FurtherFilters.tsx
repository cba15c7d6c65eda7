import { useId, useState } from 'react'
import { dataTable } from '../../../styled-system/recipes/data-table'
import { FilterSelect } from './FilterSelect'
import { reversedRanges } from './ranges'
import { type Filter, isTyped, type TypedFilter } from './tableColumns'

interface FurtherFiltersProps {
  filters: readonly Filter[]
  chosen: Readonly<Record<string, string>>
  onChange: ((name: string, value: string | undefined) => void) | undefined
}

/** While a year is typed digit by digit it is one of long ago. */
const isWholeDay = (text: string) => /^[1-9]\d{3}-/.test(text)

/** An amount, which counts once the field is left, or a day, which counts as soon as it is whole. */
function TypedFilterField(
  props: { filter: TypedFilter; reversed: string | undefined } & Omit<FurtherFiltersProps, 'filters'>,
) {
  const { filter, reversed, chosen, onChange } = props
  const { name, label, type, read, mistakeIn } = filter
  const now = chosen[name]
  const [shown, setShown] = useState({ now, text: now ?? '' })
  // What is chosen elsewhere, such as by its chip, is shown anew; what was typed here stays as it was typed.
  if (shown.now !== now) setShown({ now, text: read(shown.text) === now ? shown.text : (now ?? '') })
  const [mistake, setMistake] = useState<string>()
  const id = useId()
  const error = mistake ?? reversed
  const styles = dataTable()
  const take = (text: string) => {
    const wrong = mistakeIn(text)
    setMistake(wrong)
    if (wrong !== undefined) return
    const given = read(text)
    if (given !== now) onChange?.(name, given)
  }
  return (
    <div>
      <label className={styles.range}>
        {label}
        <input
          type={type === 'day' ? 'date' : 'text'}
          inputMode={type === 'day' ? undefined : 'decimal'}
          className={styles.rangeInput}
          name={name}
          value={shown.text}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : id}
          onChange={({ target: { value } }) => {
            setShown({ now, text: value })
            if (type === 'day' && isWholeDay(value)) take(value)
          }}
          onBlur={({ target: { value } }) => take(value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') currentTarget.blur()
          }}
        />
      </label>
      <p id={id} className={styles.rangeError} aria-live="polite">
        {error}
      </p>
    </div>
  )
}

/** What the rows are narrowed by less often, behind one word; what is chosen shows as chips all the same. */
export function FurtherFilters({ filters, chosen, onChange }: FurtherFiltersProps) {
  const styles = dataTable()
  if (filters.length === 0) return null
  const reversed = reversedRanges(filters, chosen)
  return (
    <details className={styles.further}>
      <summary className={styles.furtherTitle}>More filters</summary>
      <div className={styles.furtherBody}>
        {filters.map((filter) =>
          isTyped(filter) ? (
            <TypedFilterField
              key={filter.name}
              filter={filter}
              reversed={reversed[filter.name]}
              chosen={chosen}
              onChange={onChange}
            />
          ) : (
            <FilterSelect key={filter.name} filter={filter} chosen={chosen} onChange={onChange} />
          ),
        )}
      </div>
    </details>
  )
}
