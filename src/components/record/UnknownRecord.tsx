import type { ReactNode } from 'react'
import { EmptyState } from '../base/EmptyState'

export interface PlaceProps {
  /** What such a record is called in a sentence, such as 'campaign'. */
  noun: string
  /** A link to the list of such records. */
  toList: ReactNode
}

/** In place of a record that does not exist, or is nothing of the person's: which of them is not told (GE-04). */
export function UnknownRecord({ noun, toList }: PlaceProps) {
  return (
    <EmptyState title="Not found" level={1} actions={toList}>
      There is no such {noun}, or it is not one of yours.
    </EmptyState>
  )
}
