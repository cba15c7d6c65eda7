import type { ReactNode } from 'react'
import { Button } from '../base/Button'
import { Dialog } from './Dialog'

interface ReadOnceDialogProps {
  title: string
  description?: string
  /** The word of the button by which its reader says that they have it. */
  taken: string
  onTaken: () => void
  children: ReactNode
}

/** What is shown once and can't be read again: neither Escape nor a press beside it closes it. */
export const ReadOnceDialog = ({ taken, onTaken, children, ...dialog }: ReadOnceDialogProps) => (
  <Dialog
    open
    {...dialog}
    busy={false}
    onClose={() => undefined}
    footer={
      <Button variant="solid" onClick={onTaken}>
        {taken}
      </Button>
    }
  >
    {children}
  </Dialog>
)
