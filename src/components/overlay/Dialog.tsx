import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { dialog } from '../../../styled-system/recipes/dialog'
import { keepFocus } from '../form/keepFocus'
import { Stack } from '../base/Stack'
import { toastsElement } from '../base/toastsElement'
import { toolsElement } from '../chart/toolsElement'

interface DialogProps {
  open: boolean
  /** The dialog's accessible name. */
  title: string
  description?: string | undefined
  /** Asked for by Escape and the backdrop; not while busy. */
  onClose: () => void
  /** Makes body and footer a form, sent by a button of type submit. */
  onSubmit?: (() => void) | undefined
  footer: ReactNode
  busy?: boolean | undefined
  /** The name of the field to begin with; without one, the first. */
  focusOn?: string | undefined
  /** In the middle of the page, or at its side. */
  placement?: 'center' | 'side' | undefined
  children: ReactNode
}

const firstField = 'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)'

/** One task on top of a page. Its buttons are exactly those of the footer. */
export function Dialog({
  open,
  title,
  description,
  onClose,
  onSubmit,
  footer,
  busy = false,
  focusOn,
  placement,
  children,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null)
  const styles = dialog({ placement })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  const parts = (
    <>
      <div className={styles.body} ref={body}>
        <Stack>{children}</Stack>
      </div>
      <div className={styles.footer} onMouseDown={keepFocus}>
        {footer}
      </div>
    </>
  )
  return (
    <Ark.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      closeOnEscape={!busy}
      closeOnInteractOutside={!busy}
      initialFocusEl={() =>
        body.current?.querySelector<HTMLElement>(focusOn ? `[name=${focusOn}]` : firstField) ?? null
      }
      persistentElements={[toastsElement, toolsElement]}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop className={styles.backdrop} />
        <Ark.Positioner className={styles.positioner}>
          <Ark.Content className={styles.content} data-placement={placement} aria-busy={busy || undefined}>
            <div className={styles.header}>
              <Ark.Title className={styles.title}>{title}</Ark.Title>
              {description && <Ark.Description className={styles.description}>{description}</Ark.Description>}
            </div>
            {onSubmit ? (
              <form className={styles.form} noValidate onSubmit={submit}>
                {parts}
              </form>
            ) : (
              parts
            )}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
