import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { type ReactNode, useRef } from 'react'
import { dialog } from '../../../styled-system/recipes/dialog'
import { stackStyle } from '../../../styled-system/recipes/stack-style'
import { Alert } from '../base/Alert'
import { Button } from '../base/Button'
import { toastsElement } from '../base/toastsElement'
import { toolsElement } from '../chart/toolsElement'

interface ConfirmDialogProps {
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
  } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const styles = dialog({ size: 'sm' })
  return (
    <Ark.Root
      role="alertdialog"
      open={open}
      onOpenChange={(change) => !change.open && onCancel()}
      closeOnEscape={!busy}
      closeOnInteractOutside={!busy}
      initialFocusEl={() => cancel.current}
      persistentElements={[toastsElement, toolsElement]}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop className={styles.backdrop} />
        <Ark.Positioner className={styles.positioner}>
          <Ark.Content className={styles.content} aria-busy={busy || undefined}>
            <div className={styles.header}>
              <Ark.Title className={styles.title}>{title}</Ark.Title>
            </div>
            <div className={styles.body}>
              <div className={stackStyle({ gap: 'sm' })}>
                <Ark.Description className={styles.question}>{children}</Ark.Description>
                {error && <Alert>{error}</Alert>}
              </div>
            </div>
            <div className={styles.footer}>
              <Button ref={cancel} onClick={onCancel} disabled={busy}>
                {cancelLabel}
              </Button>
              <Button variant="danger" onClick={onConfirm} busy={busy}>
                {confirmLabel}
              </Button>
            </div>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
