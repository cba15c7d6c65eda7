import type { ComponentProps } from 'react'
import type { FieldProps } from './FieldFrame'
import { TextField } from './TextField'

interface NumberFieldProps extends FieldProps {
  min?: number | undefined
  max?: number | undefined
  /** 'any' takes every number, 0.01 money, 1 counts. */
  step?: number | 'any' | undefined
  inputProps?: ComponentProps<'input'> | undefined
}

/** A number as its text, so that what is typed stays as it was typed. */
export const NumberField = ({ min, max, step = 'any', inputProps, ...field }: NumberFieldProps) => (
  <TextField {...field} type="number" inputProps={{ inputMode: 'decimal', ...inputProps, min, max, step }} />
)
