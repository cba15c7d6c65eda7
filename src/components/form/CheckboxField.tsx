import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface CheckboxFieldProps extends Omit<FieldProps, 'value' | 'onChange' | 'optional'> {
  checked: boolean
  onChange: (checked: boolean) => void
  inputProps?: ComponentProps<'input'> | undefined
}

export function CheckboxField({ name, checked, onChange, onBlur, disabled, inputProps, ...frame }: CheckboxFieldProps) {
  return (
    <FieldFrame {...frame} layout="choice">
      {(control) => (
        <input
          {...inputProps}
          {...control}
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
        />
      )}
    </FieldFrame>
  )
}
