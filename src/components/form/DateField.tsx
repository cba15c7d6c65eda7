import type { ComponentProps } from 'react'
import type { FieldProps } from './FieldFrame'
import { TextField } from './TextField'

interface DateFieldProps extends FieldProps {
  /** `yyyy-MM-dd` */
  min?: string | undefined
  max?: string | undefined
  inputProps?: ComponentProps<'input'> | undefined
}

/** A day as `yyyy-MM-dd`, or the empty string. */
export const DateField = ({ min, max, inputProps, ...field }: DateFieldProps) => (
  <TextField {...field} type="date" inputProps={{ ...inputProps, min, max }} />
)
