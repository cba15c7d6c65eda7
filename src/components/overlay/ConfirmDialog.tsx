import { Dialog as Ark } from '@ark-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { dialog } from '../../../styled-system/recipes/dialog'
import { Alert } from '../base/Alert'
import { Button } from '../base/Button'
import { Stack } from '../base/Stack'
import { DialogFrame } from './DialogFrame'
import { takeOnce } from './takeOnce'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  /** Names what will be lost. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string | undefined
  onConfirm: () => void
  onCancel: () => void
  busy?: boolean | undefined
  error?: string | undefined
  /** What has the focus when it is closed; what had it before, when left out. */
  finalFocus?: (() => HTMLElement | null) | undefined
}

/** Asks before something that can't be undone; the safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    onConfirm,
    onCancel,
    busy = false,
    error,
    finalFocus,
  } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const styles = dialog()
  return (
    <DialogFrame
      role="alertdialog"
      open={open}
      title={title}
      onClose={onCancel}
      busy={busy}
      size="sm"
      initialFocus={() => cancel.current}
      finalFocus={finalFocus}
    >
      <div className={styles.body}>
        <Stack gap="sm">
          <Ark.Description className={styles.question}>{children}</Ark.Description>
          {error && <Alert>{error}</Alert>}
        </Stack>
      </div>
      <div className={styles.footer} onClickCapture={takeOnce}>
        <Button ref={cancel} onClick={onCancel} disabled={busy}>
          {cancelLabel}
        </Button>
        <Button variant="danger" onClick={onConfirm} busy={busy}>
          {confirmLabel}
        </Button>
      </div>
    </DialogFrame>
  )
}
