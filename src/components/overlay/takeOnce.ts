import type { MouseEvent } from 'react'

/** What the first click of a double click leads to, such as a last question, is to be read before it is agreed to. */
export function takeOnce(event: MouseEvent) {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}
