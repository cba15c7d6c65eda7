/** For a field that stands in until another one takes its place: whoever types in it goes on typing in that. */
export function handTypingOn(standIn: HTMLInputElement | null) {
  if (!standIn) return undefined
  return () => {
    if (document.activeElement !== standIn) return
    const { name, selectionStart, selectionEnd } = standIn
    queueMicrotask(() => {
      const field = document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)
      field?.focus()
      field?.setSelectionRange(selectionStart, selectionEnd)
    })
  }
}
