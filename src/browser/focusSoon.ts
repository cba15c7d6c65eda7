import { flushSync } from 'react-dom'

/** In two frames, when what was just done has been drawn. */
const onceDrawn = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then))

/** Lets the program focus a field again. */
const release = (field: HTMLElement) => Reflect.deleteProperty(field, 'focus')

/**
 * Of the field of a list that was opened or closed: the list focuses it in a later frame, and would take the focus from
 * whatever field a person types in by then. Until that frame is over only they get there, or are led there by
 * `focusSoon`.
 */
export function keepFromTakingFocus(field: HTMLElement): void {
  field.focus = () => {}
  onceDrawn(() => release(field))
}

const fieldOf = (name: string) => document.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)

function lead(name: string): void {
  const field = fieldOf(name)
  if (!field) return
  release(field)
  field.focus()
  if (field.type !== 'checkbox') field.select?.()
}

const hasFocus = (name: string) => document.activeElement?.getAttribute('name') === name

/**
 * Leads to a field at once, also to one that what was just chosen puts there, so that nothing that is typed next comes
 * into another one. What is in the field is selected, so that it can be typed over.
 */
export function focusSoon(name: string): void {
  const before = document.activeElement
  // What was just chosen is drawn now, and not when the browser has time for it.
  flushSync(() => undefined)
  lead(name)
  const isLed = hasFocus(name)
  if (isLed && before instanceof HTMLElement && before !== document.activeElement) keepFromTakingFocus(before)
  onceDrawn(() => {
    const { activeElement, body } = document
    // Whoever has gone to another field by then stays there.
    const isLost = activeElement === body || (!isLed && activeElement === before)
    if (isLost && !hasFocus(name)) lead(name)
  })
}
