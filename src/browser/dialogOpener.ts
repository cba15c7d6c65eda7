let focused: HTMLElement | null = null

/** What has the focus; of a menu, the button that opened it, as the menu itself will be gone. */
function ownerOf(element: EventTarget | null): HTMLElement | null {
  if (!(element instanceof HTMLElement)) return null
  const button = element.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : element
}

/** Remembers what had the focus last: a menu that closes may leave it nowhere before the dialog that it opens is there. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => (focused = ownerOf(target)))
}

/** What opens a dialog now. */
export const opener = (): HTMLElement | null => focused
