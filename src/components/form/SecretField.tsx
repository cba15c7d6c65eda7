import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface SecretFieldProps extends Pick<FieldProps, 'label' | 'name' | 'error' | 'hint' | 'optional' | 'disabled'> {
  inputProps?: ComponentProps<'input'> | undefined
}

/** One line that stays in the page: its form reads it when it is sent, and no machine ever knows it. */
export const SecretField = ({ name, disabled, inputProps, ...frame }: SecretFieldProps) => (
  <FieldFrame {...frame} required={!frame.optional}>
    {(control) => (
      <input
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        {...inputProps}
        {...control}
        type="text"
        name={name}
        readOnly={disabled}
      />
    )}
  </FieldFrame>
)
