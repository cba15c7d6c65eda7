import type { ReactNode } from 'react'
import type { ViewEvent } from '../../../machines/factories/viewFlow'
import { Button } from '../base/Button'
import { Dialog } from './Dialog'

interface ViewDialogProps {
  flow: { send: (event: ViewEvent) => void }
  title: string
  /** `page` for a record with all that it is made of. */
  size?: 'page' | undefined
  children: ReactNode
}

/** The dialog of a flow in which something is looked at, beside its list. */
export const ViewDialog = ({ flow, title, size, children }: ViewDialogProps) => (
  <Dialog
    open
    title={title}
    placement="side"
    size={size}
    onClose={() => flow.send({ type: 'dialog.leave' })}
    footer={<Button onClick={() => flow.send({ type: 'dialog.cancel' })}>Close</Button>}
  >
    {children}
  </Dialog>
)
