import type { FieldProps } from '../../components/form/FieldFrame'
import { TextField } from '../../components/form/TextField'

/** A code of an authenticator app, or a recovery code where one is taken. */
export const CodeField = ({ autoFocus, ...props }: Omit<FieldProps, 'label'> & { autoFocus?: boolean }) => (
  <TextField
    {...props}
    label="Code"
    inputProps={{ autoFocus, autoComplete: 'one-time-code', autoCapitalize: 'none', spellCheck: false }}
  />
)
