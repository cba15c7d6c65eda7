import { useEffect, useRef } from 'react'

/**
 * What has the `ref` is never hidden from screen readers by a dialog below it. Each hides all but itself when it is first drawn,
 * which on a busy machine may be after the next one is open.
 */
export function useOnTop(open: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    // Whatever opened before is drawn before.
    const frame = requestAnimationFrame(() => ref.current?.removeAttribute('aria-hidden'))
    return () => cancelAnimationFrame(frame)
  }, [open])
  return ref
}
