import type { ReactNode } from 'react'
import { Alert } from '../base/Alert'
import { Button } from '../base/Button'

/** That what is shown could not be read again, with a way to try. */
export const StaleAlert = ({ onRetry, children }: { onRetry: () => void; children: ReactNode }) => (
  <Alert
    action={
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {children}
  </Alert>
)

/** The same of what nobody can name better. */
export const mayBeOld = 'This could not be read again, and may be old.'
