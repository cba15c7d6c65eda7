import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { toasts as toastsRecipe } from '../../../styled-system/recipes/toasts'
import { toastsId } from './toastsElement'

/**
 * Where the messages stand, the newest last (KO-01): on the body itself, as an open dialog hides the rest of the page
 * from screen readers.
 */
export function Toasts({ children }: { children: ReactNode }) {
  const styles = toastsRecipe()
  return createPortal(
    <section id={toastsId} className={styles.root} aria-label="Notifications" data-live-announcer>
      <div className={styles.list}>{children}</div>
    </section>,
    document.body,
  )
}
