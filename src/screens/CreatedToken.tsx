import type { ReactNode } from 'react'
import { ShownSecret } from './ShownSecret'

interface CreatedTokenProps {
  name: string
  /** Null when it was answered to somebody who did not hear it. */
  token: string | null
  onClose: () => void
  /** What is to be done with it. */
  children?: ReactNode
}

/** A token that has been made. */
export const CreatedToken = ({ name, token, onClose, children }: CreatedTokenProps) => (
  <ShownSecret
    title={`Token of ${name.trim()}`}
    noun="token"
    secret={token}
    lost="Revoke this token and make another one."
    onTaken={onClose}
  >
    {children}
  </ShownSecret>
)
