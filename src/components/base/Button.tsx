import type { ComponentProps } from 'react'
import { button } from '../../../styled-system/recipes/button'
import { Spinner } from './Spinner'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'solid' | 'outline' | 'ghost' | 'danger' | 'link' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Takes the whole width. */
  wide?: boolean | undefined
  /** Shows a spinner beside the label and can't be pressed. */
  busy?: boolean | undefined
}

export function Button({ variant, size, wide, busy, disabled, type = 'button', children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={button({ variant, size, shape: wide ? 'wide' : 'text' })}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** The same look for a router's Link: `<Link className={buttonStyle({ variant: 'solid' })}>`. */
export const buttonStyle = button
