import { flushSync } from 'react-dom'

const fieldOf = (name: string) => document.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)

function lead(name: string): void {
  const field = fieldOf(name)
  field?.focus()
  if (field?.type !== 'checkbox') field?.select?.()
}

const hasFocus = (name: string) => document.activeElement?.getAttribute('name') === name

/** What holds the focus where it was led to last. */
let holding = new AbortController()

/**
 * Leads to a field at once, also to one that what was just chosen puts there, so that nothing that is typed next comes
 * into another one. A list of options takes the focus back in a later frame, from which it is kept until then. What is in
 * the field is selected, so that it can be typed over.
 */
export function focusSoon(name: string): void {
  const before = document.activeElement
  // What was just chosen is drawn now, and not when the browser has time for it.
  flushSync(() => undefined)
  holding.abort()
  const hold = new AbortController()
  holding = hold
  const options = { capture: true, signal: hold.signal }
  // What has been typed already stays, and is not selected again.
  document.addEventListener('focusin', ({ target }) => target === before && fieldOf(name)?.focus(), options)
  // A person may go back.
  document.addEventListener('pointerdown', () => hold.abort(), options)
  document.addEventListener('keydown', ({ key }) => key === 'Tab' && hold.abort(), options)
  lead(name)
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (hold.signal.aborted) return
      // Whoever has gone to another field by then stays there.
      const isLost = document.activeElement === before || document.activeElement === document.body
      if (isLost && !hasFocus(name)) lead(name)
      hold.abort()
    }),
  )
}
