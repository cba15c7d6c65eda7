import type { ReactNode } from 'react'
import { badge } from '../../../styled-system/recipes/badge'

export type BadgeTone = 'green' | 'blue' | 'neutral' | 'red' | 'amber'

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone | undefined; children: ReactNode }) {
  return <span className={badge({ tone })}>{children}</span>
}
