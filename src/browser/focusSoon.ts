function lead(name: string): void {
  const field = document.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)
  field?.focus()
  if (field?.type !== 'checkbox') field?.select?.()
}

const hasFocus = (name: string) => document.activeElement?.getAttribute('name') === name

/**
 * Leads to a field: at once where it is there, so that nothing that is typed meanwhile comes into another one, and else
 * when what was just chosen has put it there; a list of options takes the focus back first, in the next frame. What is
 * in the field is selected, so that it can be typed over.
 */
export function focusSoon(name: string): void {
  lead(name)
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!hasFocus(name)) lead(name)
    }),
  )
}
