import type { ReactNode } from 'react'
import { heading } from '../../../styled-system/recipes/heading'

interface HeadingProps {
  level?: 1 | 2 | 3 | undefined
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined
  id?: string | undefined
  children: ReactNode
}

export function Heading({ level = 2, size, id, children }: HeadingProps) {
  const Element = `h${level}` as const
  return (
    <Element id={id} className={heading({ size })}>
      {children}
    </Element>
  )
}
