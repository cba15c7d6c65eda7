import { useLayoutEffect, useRef } from 'react'
import { firstWrong } from './firstWrong'

/**
 * A field that is disabled while its form is sent loses the focus. When the form can be changed again, the first field that
 * was refused has it, or else the one that had it before.
 */
export function useFocusKept(isBusy: boolean): void {
  const field = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const active = document.activeElement
    if (isBusy) {
      field.current = active instanceof HTMLElement ? active : null
      return
    }
    // Who went elsewhere meanwhile, such as to the tools for testers, stays there.
    if (!active?.matches('a, button, input, select, textarea')) {
      const refused = firstWrong(field.current?.closest('form, [data-form]'))
      ;(refused ?? field.current)?.focus()
    }
    field.current = null
  }, [isBusy])
}
