import { useId } from 'react'
import { field } from '../../../styled-system/recipes/field'
import type { FieldProps } from './FieldFrame'

interface ChoicesFieldProps<Value extends string> extends Pick<
  FieldProps,
  'label' | 'name' | 'onBlur' | 'error' | 'disabled'
> {
  options: readonly { value: Value; label: string }[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
}

/** Several of a few words, each with a box; they are kept in the order of the options. */
export function ChoicesField<Value extends string>(props: ChoicesFieldProps<Value>) {
  const { label, name, options, value, onChange, onBlur, error, disabled } = props
  const id = useId()
  const styles = field()
  const choose = (option: Value, isChosen: boolean) =>
    onChange(
      options.flatMap((one) => ((one.value === option ? isChosen : value.includes(one.value)) ? [one.value] : [])),
    )
  return (
    <div className={styles.root} role="group" aria-labelledby={`${id}-label`} aria-describedby={error && `${id}-error`}>
      <div className={styles.heading}>
        <span className={styles.label} id={`${id}-label`}>
          {label}
        </span>
      </div>
      <div className={styles.choices}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="checkbox"
              className={styles.checkbox}
              name={`${name}.${option.value}`}
              checked={value.includes(option.value)}
              disabled={disabled}
              onChange={(event) => choose(option.value, event.target.checked)}
              onBlur={onBlur}
            />
            {option.label}
          </label>
        ))}
      </div>
      <p className={styles.error} id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  )
}
