import type { FormEvent, ReactNode } from 'react'
import { stackStyle } from '../../../styled-system/recipes/stack-style'

interface SecretFormProps {
  label: string
  /** Whether the browser may fill it in, as a card that it keeps. */
  isFilledIn?: boolean | undefined
  onType: (form: HTMLFormElement) => void
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

/** A form of secret fields, which is told of by its element: what was typed is read where it is needed. */
export function SecretForm({ label, isFilledIn, onType, onSubmit, children }: SecretFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event.currentTarget)
  }
  return (
    <form
      className={stackStyle()}
      aria-label={label}
      autoComplete={isFilledIn ? 'on' : 'off'}
      noValidate
      onSubmit={submit}
      onInput={(event) => onType(event.currentTarget)}
    >
      {children}
    </form>
  )
}
