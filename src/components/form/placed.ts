// What is changed where its value stands, in a list.

/** On a phone rows are cards, each with its menu alone: nothing is changed where it stands. */
export const cardsMedia = '(max-width: 639.98px)'

/** Gives the focus on: from a value that was pressed to its field, and back from the field; not from whoever is elsewhere. */
export function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus()
}
