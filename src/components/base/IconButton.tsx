import type { ComponentProps } from 'react'
import { button } from '../../../styled-system/recipes/button'

export interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name, also shown as a tooltip. */
  label: string
  variant?: 'outline' | 'ghost' | undefined
  size?: 'sm' | 'md' | undefined
}

export function IconButton({ label, variant = 'ghost', size, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={button({ variant, size, shape: 'icon' })}
    />
  )
}
