import type { ReactNode } from 'react'
import { Spinner } from '../base/Spinner'
import { Text } from '../base/Text'

/** What is being done, while nobody can tell how far it is. */
export const Waiting = ({ children }: { children: ReactNode }) => (
  <Text as="div" tone="muted">
    <Spinner /> {children}
  </Text>
)
