/** What spreadsheet programs tell UTF-8 by. */
export const byteOrderMark = '\uFEFF'

/** A line of CSV (RFC 4180). A cell that a spreadsheet program would calculate is defused by an apostrophe; numbers are not. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map((cell) => quoted(defused(cell === null ? '' : `${cell}`))).join(',')}\r\n`

const defused = (text: string) => (/^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
