import type { ReactNode } from 'react'
import { toasts as toastsRecipe } from '../../styled-system/recipes/toasts'
import { toastsId } from './toastsElement'

/** Where the messages stand, the newest last (KO-01). */
export function Toasts({ children }: { children: ReactNode }) {
  const styles = toastsRecipe()
  return (
    <section id={toastsId} className={styles.root} aria-label="Notifications" data-live-announcer>
      <ol className={styles.list}>{children}</ol>
    </section>
  )
}
