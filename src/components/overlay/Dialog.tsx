import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { dialog } from '../../../styled-system/recipes/dialog'
import { keepFocus } from '../form/keepFocus'
import { Stack } from '../base/Stack'
import { sendForm } from '../../browser/firstWrong'
import { useFocusKept } from '../../browser/useFocusKept'
import { DialogFrame } from './DialogFrame'
import { takeOnce } from './takeOnce'
import { opener } from '../../browser/dialogOpener'

interface DialogProps {
  open: boolean
  /** The dialog's accessible name. */
  title: string
  description?: string | undefined
  /** Asked for by Escape and the backdrop; not while busy. */
  onClose: () => void
  /** Makes body and footer a form, sent by a button of type submit. */
  onSubmit?: (() => void) | undefined
  /** Between the body, which scrolls, and the footer. */
  notice?: ReactNode
  footer: ReactNode
  busy?: boolean | undefined
  /** The name of the field to begin with; without one, the first. */
  focusOn?: string | undefined
  /** In the middle of the page, or at its side. */
  placement?: 'center' | 'side' | undefined
  /** `lg` for what is a table, `page` for a record with all that it is made of. */
  size?: 'lg' | 'page' | undefined
  children: ReactNode
}

/** Ctrl+Enter sends it from any field, also from one in which Enter begins a line, unless its button can't be pressed. */
function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  // What is below the dialog does not hear of it.
  event.preventDefault()
  event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}

const firstField = 'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)'

/** A person may be in a field already before a slow machine has come so far, and stays there. */
function fieldToBeginWith(body: HTMLElement | null, selector: string): HTMLElement | null {
  const active = document.activeElement
  return active instanceof HTMLElement && body?.contains(active)
    ? active
    : (body?.querySelector<HTMLElement>(selector) ?? null)
}

/** One task on top of a page. Its buttons are exactly those of the footer. */
export function Dialog(props: DialogProps) {
  const { open, title, description, onClose, onSubmit, notice, footer, busy = false } = props
  const { focusOn, placement, size, children } = props
  const body = useRef<HTMLDivElement>(null)
  const [openedBy] = useState(opener)
  useFocusKept(busy)
  const styles = dialog({ placement, size })
  // A page is read before anything in it is used, and its keys scroll it.
  const isPage = size === 'page'
  const begin = () =>
    isPage ? body.current : fieldToBeginWith(body.current, focusOn ? `[name=${focusOn}]` : firstField)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sendForm(event.currentTarget, () => onSubmit?.())
  }
  const parts = (
    <>
      <div className={styles.body} ref={body} tabIndex={isPage ? -1 : undefined}>
        <Stack>{children}</Stack>
      </div>
      <div className={styles.notice}>{notice}</div>
      <div className={styles.footer} onMouseDown={keepFocus} onClickCapture={takeOnce}>
        {footer}
      </div>
    </>
  )
  return (
    <DialogFrame
      open={open}
      title={title}
      description={description}
      onClose={onClose}
      busy={busy}
      placement={placement}
      size={size}
      finalFocus={() => openedBy}
      initialFocus={begin}
    >
      {onSubmit ? (
        <form className={styles.form} noValidate onSubmit={submit} onKeyDown={submitByKeys}>
          {parts}
        </form>
      ) : (
        parts
      )}
    </DialogFrame>
  )
}
