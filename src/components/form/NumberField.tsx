import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface NumberFieldProps extends FieldProps {
  min?: number | undefined
  max?: number | undefined
  /** 'any' takes every number, 0.01 money, 1 counts. */
  step?: number | 'any' | undefined
  inputProps?: ComponentProps<'input'> | undefined
}

/** A number as its text, so that what is typed stays as it was typed. */
export function NumberField({
  name,
  value,
  onChange,
  onBlur,
  disabled,
  min,
  max,
  step = 'any',
  inputProps,
  ...frame
}: NumberFieldProps) {
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <input
          autoComplete="off"
          {...inputProps}
          {...control}
          type="number"
          inputMode="decimal"
          name={name}
          value={value}
          min={min}
          max={max}
          step={step}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </FieldFrame>
  )
}
