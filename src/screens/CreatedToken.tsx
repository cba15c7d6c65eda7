import type { ReactNode } from 'react'
import { Button } from '../components/base/Button'
import { Copyable } from '../components/base/Copyable'
import { Stack } from '../components/base/Stack'
import { Text } from '../components/base/Text'
import { Dialog } from '../components/overlay/Dialog'

interface CreatedTokenProps {
  name: string
  /** Null when it was answered to somebody who did not hear it. */
  token: string | null
  onClose: () => void
  /** What is to be done with it. */
  children?: ReactNode
}

/** A token that has been made, which is shown once. */
export const CreatedToken = ({ name, token, onClose, children }: CreatedTokenProps) => (
  <Dialog
    open
    title={`Token of ${name.trim()}`}
    description="It is shown now and never again."
    busy={false}
    onClose={() => undefined}
    footer={
      <Button variant="solid" onClick={onClose}>
        I have it
      </Button>
    }
  >
    {token === null ? (
      <Text tone="danger">Its answer was lost, so nobody has it. Revoke this token and make another one.</Text>
    ) : (
      <Stack gap="sm">
        <Text as="div">
          <Copyable label="Copy token" text={token} />
        </Text>
        {children}
      </Stack>
    )}
  </Dialog>
)
