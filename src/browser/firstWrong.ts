import { flushSync } from 'react-dom'

/** The first field of a form that something is said to be wrong with. */
export const firstWrong = (form: Element | null | undefined) =>
  form?.querySelector<HTMLElement>('[aria-invalid=true]:not(:disabled)')

/** Sends a form, and leads to the first field that it is refused for at once. */
export function sendForm(form: HTMLFormElement, send: () => void): void {
  // What is wrong is drawn now, and not when the browser has time for it.
  flushSync(send)
  firstWrong(form)?.focus()
}
