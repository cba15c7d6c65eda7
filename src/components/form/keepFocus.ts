import type { MouseEvent } from 'react'

/**
 * Pressing a button leaves the focus in the field. A field that loses it may show a message, which would move the
 * button away from under the pointer before it is released.
 */
export function keepFocus(event: MouseEvent) {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault()
}
