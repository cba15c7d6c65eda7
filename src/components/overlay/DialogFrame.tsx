import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import type { ReactNode } from 'react'
import { dialog } from '../../../styled-system/recipes/dialog'
import { toastsElement } from '../base/toastsElement'
import { toolsElement } from '../base/toolsElement'
import { isSecondPress } from '../../browser/doubleClick'
import { useOnTop } from '../../browser/useOnTop'

interface DialogFrameProps {
  role?: 'dialog' | 'alertdialog' | undefined
  open: boolean
  /** The dialog's accessible name. */
  title: string
  description?: string | undefined
  /** Asked for by Escape and the backdrop; not while busy. */
  onClose: () => void
  busy: boolean
  size?: 'sm' | 'lg' | 'page' | undefined
  /** In the middle of the page, or at its side. */
  placement?: 'center' | 'side' | undefined
  /** What has the focus when it opens. */
  initialFocus: () => HTMLElement | null
  /** What has it when it is closed; what had it before, when left out. */
  finalFocus?: (() => HTMLElement | null) | undefined
  children: ReactNode
}

/** Keeps the focus within it; toasts and tools stay within reach. */
export function DialogFrame(props: DialogFrameProps) {
  const { role, open, title, description, onClose, busy, size, placement, initialFocus, finalFocus, children } = props
  const styles = dialog({ size, placement })
  const positioner = useOnTop(open)
  return (
    <Ark.Root
      role={role}
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      closeOnEscape={!busy}
      closeOnInteractOutside={!busy}
      // The first click of two may open it, or make it smaller, which leaves the pointer on its backdrop.
      onPointerDownOutside={(event) => isSecondPress() && event.preventDefault()}
      initialFocusEl={initialFocus}
      {...(finalFocus && { finalFocusEl: finalFocus })}
      persistentElements={[toastsElement, toolsElement]}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop className={styles.backdrop} />
        <Ark.Positioner ref={positioner} className={styles.positioner}>
          <Ark.Content className={styles.content} data-placement={placement} aria-busy={busy || undefined}>
            <div className={styles.header}>
              <Ark.Title className={styles.title}>{title}</Ark.Title>
              {description && <Ark.Description className={styles.description}>{description}</Ark.Description>}
            </div>
            {children}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
