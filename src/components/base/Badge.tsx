import type { ReactNode } from 'react'
import { badge } from '../../../styled-system/recipes/badge'

export type BadgeTone = 'green' | 'blue' | 'neutral' | 'red' | 'amber'

interface BadgeProps {
  tone?: BadgeTone | undefined
  /** `dot` for what something is, such as a status. */
  mark?: 'none' | 'dot' | undefined
  children: ReactNode
}

export function Badge({ tone = 'neutral', mark, children }: BadgeProps) {
  return <span className={badge({ tone, mark })}>{children}</span>
}
