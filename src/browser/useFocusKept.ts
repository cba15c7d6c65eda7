import { useLayoutEffect, useRef } from 'react'
import { firstWrong } from './firstWrong'

/**
 * A field that is disabled while its form is sent loses the focus. When the form can be changed again, the first field that
 * was refused has it, or else the one that had it before.
 */
export function useFocusKept(isBusy: boolean): void {
  const field = useRef<HTMLElement>(null)
  // Asked for before the fields are disabled, as a browser may take the focus from them at once.
  const focused = document.activeElement
  useLayoutEffect(() => {
    if (isBusy) {
      if (focused instanceof HTMLElement) field.current ??= focused
      return
    }
    // Who went elsewhere meanwhile, such as to the tools for testers, stays there.
    if (!document.activeElement?.matches('a, button, input, select, textarea')) {
      const refused = firstWrong(field.current?.closest('form, [data-form]'))
      ;(refused ?? field.current)?.focus()
    }
    field.current = null
  }, [isBusy, focused])
}
