/** What of a row can be focused: its name, what can be done with it, its box, or itself. */
const focusable = ['[data-opens] a[href]', '[data-actions] button', '[data-choice] input']

const rowOf = (element: Element | null) => element?.closest<HTMLElement>('tbody > tr[data-record]') ?? null

/** The rows of the list that somebody is in, or else of the first one on the page. */
function rowsInFront(): HTMLElement[] {
  const ofTable = (table: Element) => [...table.querySelectorAll<HTMLElement>('tbody > tr[data-record]')]
  const own = rowOf(document.activeElement)?.closest('table')
  if (own) return ofTable(own)
  const tables = [...document.querySelectorAll('#main table')].filter((table) => table.checkVisibility())
  return tables.map(ofTable).find(({ length }) => length > 0) ?? []
}

/** Leads to the next row of a list, or to the one before; where nobody is in it, to its first or its last (WF-01). */
function moveBy(step: 1 | -1): boolean {
  const rows = rowsInFront()
  const current = rowOf(document.activeElement)
  const next = current ? rows[rows.indexOf(current) + step] : rows.at(step === 1 ? 0 : -1)
  if (!next) return false
  const inside = focusable.map((part) => next.querySelector<HTMLElement>(part)).find((part) => part !== null)
  if (!inside) next.tabIndex = -1
  const target = inside ?? next
  // What the head of the table or the first column covers is not seen.
  next.scrollIntoView({ block: 'nearest' })
  // Keys lead there, so that it is shown where they lead.
  target.focus({ focusVisible: true, preventScroll: true })
  return true
}

/** Does what a letter does in a list; answers whether it does anything. What it does with a row's record, the table does. */
export function pressInList(letter: string): boolean {
  if (letter === 'j' || letter === 'k') return moveBy(letter === 'j' ? 1 : -1)
  if (letter !== 'x') return false
  const box = rowOf(document.activeElement)?.querySelector<HTMLElement>('[data-choice] input')
  box?.click()
  return box instanceof HTMLElement
}
