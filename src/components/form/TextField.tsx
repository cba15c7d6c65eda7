import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'datetime-local' | undefined
  inputProps?: ComponentProps<'input'> | undefined
  /** Without its label, which is read out only, where the head of a column has it. */
  layout?: 'unlabelled' | undefined
}

/** What is typed into one line, whatever its type is. */
export function TextField(props: TextFieldProps) {
  const { type = 'text', name, value, onChange, onBlur, disabled, inputProps, ...frame } = props
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
