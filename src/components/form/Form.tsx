import type { FormEvent, ReactNode } from 'react'
import { stackStyle } from '../../../styled-system/recipes/stack-style'
import { sendForm } from '../../browser/firstWrong'

interface FormProps {
  onSubmit: () => void
  label?: string | undefined
  children: ReactNode
}

/** A form outside a dialog. Messages come from the form's schema, so the browser's own are off. */
export function Form({ onSubmit, label, children }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sendForm(event.currentTarget, onSubmit)
  }
  return (
    <form className={stackStyle()} aria-label={label} noValidate onSubmit={submit}>
      {children}
    </form>
  )
}
