import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import type { PointerEvent } from 'react'
import { toasts as toastsRecipe } from '../../styled-system/recipes/toasts'
import { IconButton } from './IconButton'
import { toastsId } from './toastsElement'

export interface ToastMessage {
  id: string
  kind: 'success' | 'error' | 'info'
  message: string
  /** Pixels that it has been dragged to the side. */
  offset?: number | undefined
}
interface ToastsProps {
  toasts: readonly ToastMessage[]
  onDismiss: (id: string) => void
  /** Pointed at, focused or dragged: it must not go away by itself. */
  onPause: (id: string) => void
  onResume: (id: string) => void
  /** Dragged by `offset` pixels from where it was pressed. */
  onSwipe: (id: string, offset: number) => void
  /** Let go of. */
  onSwipeEnd: (id: string) => void
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info }

const isPressed = (event: PointerEvent<HTMLElement>) => event.currentTarget.hasPointerCapture(event.pointerId)

/** How far the pointer is from where it was pressed, which the element remembers. */
const distance = (event: PointerEvent<HTMLElement>) => event.clientX - Number(event.currentTarget.dataset['pressedAt'])

function press(event: PointerEvent<HTMLElement>) {
  if (event.target instanceof Element && event.target.closest('button')) return
  event.currentTarget.dataset['pressedAt'] = String(event.clientX)
  event.currentTarget.setPointerCapture(event.pointerId)
}

type ToastProps = Omit<ToastsProps, 'toasts'> & { toast: ToastMessage }

function Toast({ toast, onDismiss, onPause, onResume, onSwipe, onSwipeEnd }: ToastProps) {
  const { id, kind, message, offset = 0 } = toast
  const styles = toastsRecipe()
  const Icon = icons[kind]
  return (
    <li
      className={styles.toast}
      data-kind={kind}
      style={offset === 0 ? undefined : { transform: `translateX(${offset}px)`, opacity: 1 - Math.abs(offset) / 240 }}
      onPointerEnter={() => onPause(id)}
      onPointerLeave={(event) => !isPressed(event) && onResume(id)}
      onFocus={() => onPause(id)}
      onBlur={() => onResume(id)}
      onPointerDown={press}
      onPointerMove={(event) => isPressed(event) && onSwipe(id, distance(event))}
      onPointerUp={(event) => isPressed(event) && onSwipeEnd(id)}
      onPointerCancel={() => onSwipeEnd(id)}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.message} role={kind === 'error' ? 'alert' : 'status'}>
        {message}
      </div>
      <IconButton label="Dismiss" size="sm" onClick={() => onDismiss(id)}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}

/** The messages that are to be seen now, the newest last (KO-01). */
export function Toasts({ toasts, ...callbacks }: ToastsProps) {
  const styles = toastsRecipe()
  return (
    <section id={toastsId} className={styles.root} aria-label="Notifications" data-live-announcer>
      <ol className={styles.list}>
        {toasts.map((toast) => (
          <Toast key={toast.id} toast={toast} {...callbacks} />
        ))}
      </ol>
    </section>
  )
}
