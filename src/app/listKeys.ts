import { whyNotNow } from '../components/actions/recordAction'
import { type OfferedRow, rowsOnScreen } from './onScreen'
import type { ToastsRef } from './toasts'

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
function moveBy(step: 1 | -1): void {
  const rows = rowsInFront()
  const current = rowOf(document.activeElement)
  const next = current ? rows[rows.indexOf(current) + step] : rows.at(step === 1 ? 0 : -1)
  if (!next) return
  const inside = focusable.map((part) => next.querySelector<HTMLElement>(part)).find((part) => part !== null)
  if (!inside) next.tabIndex = -1
  const target = inside ?? next
  // What the head of the table or the first column covers is not seen.
  next.scrollIntoView({ block: 'nearest' })
  // Keys lead there, so that it is shown where they lead.
  target.focus({ focusVisible: true, preventScroll: true })
}

/** What can be done with the row that the focus is in. */
export function rowInFront(): OfferedRow | undefined {
  const { activeElement } = document
  const body = activeElement?.closest('tbody')
  return activeElement && body ? rowsOnScreen.get(body)?.(activeElement) : undefined
}

/** Does what a letter of the menu of the row in front does, or tells why not. */
function pressInRow(letter: string, toasts: ToastsRef): void {
  const row = rowInFront()
  const action = row?.actions.find(({ key, isFor }) => key === letter && isFor?.(row.record) !== false)
  if (!row || !action) return
  const { record, surroundings } = row
  const message = whyNotNow(action, record, surroundings.membership)
  if (message === undefined) action.open(record, surroundings)
  else toasts.send({ type: 'toast.show', kind: 'error', message })
}

/** Does what a letter does in a list. */
export function pressInList(letter: string, toasts: ToastsRef): void {
  if (letter === 'j' || letter === 'k') moveBy(letter === 'j' ? 1 : -1)
  else if (letter === 'x') rowOf(document.activeElement)?.querySelector<HTMLElement>('[data-choice] input')?.click()
  else pressInRow(letter, toasts)
}
