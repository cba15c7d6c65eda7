/**
 * Leads to a field once what was just chosen has put it there; a list of options takes the focus back first, in the next
 * frame. What is in the field is selected, so that it can be typed over.
 */
export function focusSoon(name: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const field = document.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)
      field?.focus()
      if (field?.type !== 'checkbox') field?.select?.()
    }),
  )
}
