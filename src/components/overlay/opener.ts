/** What opens a dialog now: what has the focus, or the button of the menu that has it, as the menu itself will be gone. */
export function opener(): HTMLElement | null {
  const active = document.activeElement
  const button = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  if (button) return document.getElementById(button)
  return active instanceof HTMLElement && active !== document.body ? active : null
}
