import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface DateFieldProps extends FieldProps {
  /** `yyyy-MM-dd` */
  min?: string | undefined
  max?: string | undefined
  inputProps?: ComponentProps<'input'> | undefined
}

/** A day as `yyyy-MM-dd`, or the empty string. */
export function DateField({ name, value, onChange, onBlur, disabled, min, max, inputProps, ...frame }: DateFieldProps) {
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <input
          {...inputProps}
          {...control}
          type="date"
          name={name}
          value={value}
          min={min}
          max={max}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </FieldFrame>
  )
}
