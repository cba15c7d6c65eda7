import type { ReactNode } from 'react'
import { Copyable } from '../components/layout/Copyable'
import { Stack } from '../components/base/Stack'
import { Text } from '../components/base/Text'
import { ReadOnceDialog } from '../components/overlay/ReadOnceDialog'

interface ShownSecretProps {
  title: string
  /** What it is, in one word. */
  noun: string
  /** Null when it was answered to somebody who did not hear it. */
  secret: string | null
  /** What to do then. */
  lost: string
  onTaken: () => void
  /** What is to be done with it. */
  children?: ReactNode
}

/** A token or a secret that has been made. */
export const ShownSecret = ({ title, noun, secret, lost, onTaken, children }: ShownSecretProps) => (
  <ReadOnceDialog title={title} description="It is shown now and never again." taken="I have it" onTaken={onTaken}>
    {secret === null ? (
      <Text tone="danger">Its answer was lost, so nobody has it. {lost}</Text>
    ) : (
      <Stack gap="sm">
        <Text as="div">
          <Copyable label={`Copy ${noun}`} text={secret} />
        </Text>
        {children}
      </Stack>
    )}
  </ReadOnceDialog>
)
