import type { ComponentProps, Ref } from 'react'
import { field } from '../../../styled-system/recipes/field'
import { tidyNumber } from '../../../contract/forms/fields'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface NumberFieldProps extends FieldProps {
  /** Money in major units, or a number of units. */
  kind: 'amount' | 'count'
  /** What the number is counted in, such as USD; only drawn, as the label says what it is. */
  unit?: string | undefined
  min?: number | undefined
  /** Without its label, which is read out only, where the head of a column has it. */
  layout?: 'unlabelled' | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
}

/**
 * A number as its text (GE-08): what is typed stays as it was typed until the field is left, and neither wheel nor
 * arrows change it.
 */
export function NumberField({
  name,
  value,
  onChange,
  onBlur,
  disabled,
  kind,
  unit,
  min,
  inputRef,
  ...frame
}: NumberFieldProps) {
  const styles = field()
  const leave = () => {
    const tidied = tidyNumber(value, kind)
    if (tidied !== value) onChange(tidied)
    onBlur?.()
  }
  const attributes: ComponentProps<'input'> = { inputMode: kind === 'amount' ? 'decimal' : 'numeric', min }
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <span className={styles.number}>
          {unit && (
            <span className={styles.unit} aria-hidden="true">
              {unit}
            </span>
          )}
          <input
            autoComplete="off"
            {...attributes}
            {...control}
            data-unit={unit ? '' : undefined}
            ref={inputRef}
            name={name}
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value)}
            onBlur={leave}
          />
        </span>
      )}
    </FieldFrame>
  )
}
