import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface TextAreaFieldProps extends FieldProps {
  rows?: number | undefined
  inputProps?: ComponentProps<'textarea'> | undefined
}

export function TextAreaField({
  name,
  value,
  onChange,
  onBlur,
  disabled,
  rows = 4,
  inputProps,
  ...frame
}: TextAreaFieldProps) {
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <textarea
          {...inputProps}
          {...control}
          name={name}
          rows={rows}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </FieldFrame>
  )
}
