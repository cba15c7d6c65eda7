import { type RefObject, useEffect } from 'react'

/** A key presses a link or a button, wherever the focus is, unless a dialog stands before it. */
export function useShortcut(key: `F${number}`, target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, shiftKey, repeat, defaultPrevented } = event
      if (event.key !== key || ctrlKey || metaKey || altKey || shiftKey || repeat || defaultPrevented) return
      if (!target.current || target.current.closest('[inert], [aria-hidden=true]')) return
      event.preventDefault()
      target.current.click()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [key, target])
}
