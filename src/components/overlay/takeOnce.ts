import type { MouseEvent } from 'react'

/**
 * A person has to read what the first click of a double click leads to, such as a last question, before they agree to
 * it.
 */
export function takeOnce(event: MouseEvent) {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}
