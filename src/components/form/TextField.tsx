import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'number' | 'date' | undefined
  inputProps?: ComponentProps<'input'> | undefined
}

/** What is typed into one line, whatever its type is. */
export function TextField({
  name,
  value,
  onChange,
  onBlur,
  disabled,
  type = 'text',
  inputProps,
  ...frame
}: TextFieldProps) {
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <input
          autoComplete="off"
          {...inputProps}
          {...control}
          type={type}
          name={name}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </FieldFrame>
  )
}
