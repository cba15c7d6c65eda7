import type { FocusEvent, FormEvent, KeyboardEvent, ReactNode } from 'react'
import { inPlace } from '../../../styled-system/recipes/in-place'

interface PlacedFormProps {
  /** Whether what is typed can be saved or taken back now; what is being saved can't. */
  isActive: () => boolean
  onSave: () => void
  onCancel: () => void
  /** What stands there otherwise. The column stays as wide as for that, so that nothing moves under the pointer. */
  standing: ReactNode
  /** The one field. */
  children: ReactNode
}

/** A field that is changed where its value stands: Enter and leaving it save, Escape restores. */
export function PlacedForm({ isActive, onSave, onCancel, standing, children }: PlacedFormProps) {
  const styles = inPlace()
  const save = () => {
    if (isActive()) onSave()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const leave = ({ target }: FocusEvent) => {
    // A person who looks at another window comes back to it.
    if (document.activeElement !== target) save()
  }
  const restore = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isActive()) return
    event.stopPropagation()
    onCancel()
  }
  return (
    <form noValidate onSubmit={submit} onBlur={leave} onKeyDown={restore}>
      <div className={styles.standing} aria-hidden="true">
        {standing}
      </div>
      <div className={styles.field}>{children}</div>
    </form>
  )
}
