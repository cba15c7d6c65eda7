import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { field } from '../../../styled-system/recipes/field'
import { Button } from '../base/Button'
import { FieldFrame, type FieldProps } from './FieldFrame'

export interface SelectOption {
  value: string
  label: string
}
interface SelectFieldProps extends FieldProps {
  options: readonly SelectOption[]
  /** The entry for "nothing chosen", or what stands there while there is nothing to choose from. */
  placeholder?: string | undefined
  inputProps?: ComponentProps<'select'> | undefined
  /** Reads the options again; given when they could not be read. */
  onRetry?: (() => void) | undefined
}

export function SelectField({
  name,
  value,
  onChange,
  onBlur,
  disabled,
  options,
  placeholder,
  inputProps,
  onRetry,
  ...frame
}: SelectFieldProps) {
  const styles = field()
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <span className={styles.choice}>
          <span className={styles.select}>
            <select
              {...inputProps}
              {...control}
              name={name}
              value={value}
              disabled={disabled}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
            >
              {placeholder !== undefined && <option value="">{placeholder}</option>}
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
            <ChevronDown className={styles.chevron} aria-hidden="true" />
          </span>
          {onRetry && (
            <Button onClick={onRetry} disabled={disabled}>
              Try again
            </Button>
          )}
        </span>
      )}
    </FieldFrame>
  )
}
