import type { FormEvent, ReactNode } from 'react'
import { stackStyle } from '../../../styled-system/recipes/stack-style'

interface FormProps {
  onSubmit: () => void
  label?: string | undefined
  children: ReactNode
}

/** A form outside a dialog. Messages come from the form's schema, so the browser's own are off. */
export function Form({ onSubmit, label, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={stackStyle()} aria-label={label} noValidate onSubmit={submit}>
      {children}
    </form>
  )
}
