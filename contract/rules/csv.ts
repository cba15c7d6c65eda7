/** What spreadsheet programs tell UTF-8 by. */
export const byteOrderMark = '\uFEFF'

// A spreadsheet program would run what begins so; with an apostrophe before it, it shows it as a text.
const formula = /^[=+\-@\t\r]/
const defused = (text: string) => (formula.test(text) ? `'${text}` : text)

/** A text as it was before it was kept from being run. */
export const undefused = (text: string) => (text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text)

/**
 * A name that a spreadsheet program would take for a number, a date, an amount or a truth, such as 007 or 3/4, with an apostrophe
 * that keeps it a text. One that is shown as it is, whatever it is taken for, stays.
 */
export const spelled = (name: string): string => {
  const isTaken = /^[^\p{L}]*\d[^\p{L}]*$/u.test(name) || /^(\d+(\.\d*)?e\d+|true|false)$/i.test(name)
  return isTaken && !formula.test(name) && `${Number(name)}` !== name ? `'${name}` : name
}

/** A text as a cell of a CSV file: quoted, and never run by a spreadsheet program. */
export const csvCell = (text: string) => `"${defused(text).replaceAll('"', '""')}"`

/** A line of CSV (RFC 4180), quoted where it has to be. Numbers stay as they are. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map((cell) => lineCell(cell === null ? '' : `${cell}`)).join(',')}\r\n`

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)
function lineCell(text: string): string {
  if (isNumber(text)) return text
  return /[",\r\n]/.test(text) ? csvCell(text) : defused(text)
}
