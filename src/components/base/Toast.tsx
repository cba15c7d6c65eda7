import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import type { PointerEvent } from 'react'
import { toasts as toastsRecipe } from '../../../styled-system/recipes/toasts'
import { Button } from './Button'
import { IconButton } from './IconButton'

interface ToastProps {
  kind: 'success' | 'error'
  message: string
  /** Pixels that it has been dragged to the side. */
  offset: number
  onDismiss: () => void
  /** The person can take back what the message tells (WF-05). */
  onUndo?: (() => void) | undefined
  /** Pointed at, focused or pressed: it must not go away by itself. */
  onHold: () => void
  onResume: () => void
  /** Dragged by `offset` pixels from where it was pressed. */
  onDrag: (offset: number) => void
}

const icons = { success: CircleCheck, error: CircleAlert }

const isPressed = (event: PointerEvent<HTMLElement>) => event.currentTarget.hasPointerCapture(event.pointerId)

/** How far the pointer is from where it was pressed, which the element remembers. */
const distance = (event: PointerEvent<HTMLElement>) => event.clientX - Number(event.currentTarget.dataset['pressedAt'])

/** One message that goes away by itself, or when it is dragged to the side (KO-01). */
export function Toast({ kind, message, offset, onDismiss, onUndo, onHold, onResume, onDrag }: ToastProps) {
  const styles = toastsRecipe()
  const Icon = icons[kind]
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('button')) return
    event.currentTarget.dataset['pressedAt'] = String(event.clientX)
    event.currentTarget.setPointerCapture(event.pointerId)
    onHold()
  }
  return (
    <div
      className={styles.toast}
      role={kind === 'error' ? 'alert' : 'status'}
      data-kind={kind}
      style={offset === 0 ? undefined : { transform: `translateX(${offset}px)`, opacity: 1 - Math.abs(offset) / 240 }}
      onPointerEnter={onHold}
      onPointerLeave={(event) => !isPressed(event) && onResume()}
      onFocus={onHold}
      onBlur={onResume}
      onPointerDown={press}
      onPointerMove={(event) => isPressed(event) && onDrag(distance(event))}
      onPointerUp={(event) => isPressed(event) && onResume()}
      onPointerCancel={onResume}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.message}>{message}</div>
      {onUndo && (
        <Button size="sm" onClick={onUndo}>
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" size="sm" onClick={onDismiss}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
