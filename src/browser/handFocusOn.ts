/** For what stands in until something else takes its place: whoever was at it is at that then. */
export function handFocusOn(standIn: HTMLElement | null) {
  const place = standIn?.parentElement
  if (!place) return undefined
  return () => {
    if (document.activeElement !== standIn) return
    const at = [...place.children].indexOf(standIn)
    queueMicrotask(() => {
      const next = place.children[at]
      if (next instanceof HTMLElement) next.focus()
    })
  }
}
