import { useLayoutEffect, useRef } from 'react'

/** A field that is disabled while its form is sent loses the focus; it has it back when the form can be changed again. */
export function useFocusKept(isBusy: boolean): void {
  const field = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const active = document.activeElement
    if (isBusy) {
      field.current = active instanceof HTMLElement ? active : null
      return
    }
    // Who went elsewhere meanwhile, such as to the tools for testers, stays there.
    if (!active?.matches('a, button, input, select, textarea')) field.current?.focus()
    field.current = null
  }, [isBusy])
}
