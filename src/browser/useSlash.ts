import { type RefObject, useEffect } from 'react'

export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]') !== null

/** The key `/` leads to a search box, unless something is typed elsewhere or a dialog stands before it. */
export function useSlash(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented || isTyping(event)) return
      if (!box.current || box.current.closest('[inert], [aria-hidden=true]')) return
      // The sign itself is not searched for.
      event.preventDefault()
      box.current.focus()
      box.current.select()
    }
    window.addEventListener('keydown', lead)
    return () => window.removeEventListener('keydown', lead)
  }, [box])
}
