import { columnsIn, headerProblem, orderSourceOf } from '../../contract/forms/sheetImports'
import {
  type ImportCells,
  importColumns,
  type ImportResource,
  itemColumns,
  mostLinesOf,
} from '../../contract/extensions/sheetImports'
import type { Sheet } from '../../machines/sheetImports/sheetImportSetup'
import { takeSource } from './chosenFiles'

/** The lines of what was read, as they are sent: too many for a machine to carry around. */
const linesRead = new Map<string, NumberedCells[]>()

export interface NumberedCells {
  line: number
  cells: ImportCells
}

export const linesUnder = (key: string): readonly NumberedCells[] => linesRead.get(key) ?? []

const mostBytes = 50_000_000

/** The text of a file: UTF-8 or UTF-16 by its mark, else UTF-8 when it is that, and Windows-1252 when it is not. */
export function textOf(bytes: Uint8Array): { text: string; encoding: string } {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  try {
    return decoded(bytes, 'utf-8')
  } catch {
    return decoded(bytes, 'windows-1252')
  }
}
const decoded = (bytes: Uint8Array, encoding: string) => ({
  // It takes the mark at the beginning off.
  text: new TextDecoder(encoding, { fatal: true }).decode(bytes),
  encoding,
})

/** How files of Excel and its likes begin: packed ones of today, and those of before 2007. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]
const isWorkbook = (bytes: Uint8Array) => workbooks.some((begin) => begin.every((byte, at) => bytes[at] === byte))

interface Parsed {
  header: string[]
  /** With the number that each line has in the file. */
  rows: { line: number; cells: string[] }[]
  separator: string
}

const separators = [',', ';', '\t', '|']

/** The cells of a text whose first line names the columns. A spreadsheet program copies with tabs, files have all kinds. */
export async function parse(written: string): Promise<Parsed> {
  const { default: Papa } = await import('papaparse')
  // Excel names the separator in a line of its own before all others, which is none of the table.
  const [named = ''] = /^"?sep=[^\r\n]*\r?\n/i.exec(written) ?? []
  const text = written.slice(named.length)
  const cellsOf = (delimiter: string, preview = 0) => Papa.parse<string[]>(text, { delimiter, preview }).data
  const titles = (delimiter: string) => cellsOf(delimiter, 1)[0]?.length ?? 0
  // The first line tells, as no title is a number with a comma.
  const separator = separators.reduce((best, each) => (titles(each) > titles(best) ? each : best))
  const [header = [], ...rest] = cellsOf(separator)
  const rows = rest
    .map((cells, index) => ({ line: index + (named === '' ? 2 : 3), cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return { header, rows, separator }
}

interface ToRead {
  key: string
  name: string
  resource: ImportResource
}

/** What a machine has to know of what was chosen. Throws with what is wrong with it as a whole. */
export async function readSheet({ key, name, resource }: ToRead): Promise<Sheet> {
  const source = takeSource(key)
  if (!source) throw new Error('This file is no longer there. Choose it again.')
  if (source.size > mostBytes) throw new Error('This file is too large. Split it into smaller ones.')
  const bytes = new Uint8Array(await source.arrayBuffer())
  if (isWorkbook(bytes))
    throw new Error(
      'This is a workbook of a spreadsheet program. Save it there as CSV, or copy its cells and paste them.',
    )
  const { text, encoding } = textOf(bytes)
  const { header, rows, separator } = await parse(text)
  const problem = headerProblem(header, resource)
  if (problem !== undefined) throw new Error(problem)
  if (rows.length === 0) throw new Error('There are no lines below the first one, which names the columns.')
  const columns = columnsIn(header, resource)
  const known = importColumns[resource].filter((column) => columns[column] !== undefined)
  const typed = rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(known.map((column) => [column, cells[columns[column] ?? -1] ?? ''])) as ImportCells,
  }))
  const records = resource === 'orders' ? ordersIn(typed) : typed
  const most = mostLinesOf(resource)
  if (records.length > most) {
    const noun = resource === 'orders' ? 'orders' : 'lines'
    throw new Error(`There are ${records.length} ${noun}, and at most ${most} can be imported at once.`)
  }
  linesRead.clear()
  linesRead.set(
    key,
    records.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(known.map((column) => [column, storable(cells[column])])),
    })),
  )
  return {
    key,
    name,
    lines: records.length,
    source: resource === 'orders' ? orderSourceOf(header) : undefined,
    columns: header.map((title, index) => ({
      title: title.trim(),
      field: known.find((column) => columns[column] === index) ?? null,
    })),
    encoding,
    separator,
  }
}

const isOfItem = (column: string) => itemColumns.some((name) => name === column)

/**
 * The orders that lines tell, each where it begins: what further lines say of it they repeat or leave empty, and what they sold
 * stands below what stood before. A line that says something else of the same number is another order, which is told then.
 */
function ordersIn(lines: readonly NumberedCells[]): NumberedCells[] {
  const orders = new Map<string, NumberedCells>()
  const found: NumberedCells[] = []
  for (const { line, cells } of lines) {
    const number = (cells.order ?? '').trim()
    const order = orders.get(number)
    const entries = Object.entries(cells).map(([column, text = '']) => [column, text] as const)
    const own = entries.filter(([column]) => !isOfItem(column))
    // The names are those of its columns.
    const isMore =
      order && own.every(([column, text]) => text === '' || text === order.cells[column as keyof ImportCells])
    const items = entries
      .filter(([column]) => isOfItem(column))
      .map(([column, text]) => [column, text.replaceAll(/[\r\n]+/g, ' ')] as const)
    if (order && isMore && number !== '') {
      if (items.every(([, text]) => text.trim() === '')) continue
      for (const [column, text] of items) {
        const cell = column as keyof ImportCells
        order.cells[cell] = `${order.cells[cell] ?? ''}\n${text}`
      }
    } else {
      const begun = { line, cells: { ...cells, ...Object.fromEntries(items) } }
      found.push(begun)
      if (!orders.has(number)) orders.set(number, begun)
    }
  }
  return found
}

/** A cell that a request takes: longer than that no field is. */
const storable = (cell = '') => cell.slice(0, 10_000).toWellFormed().replaceAll('\0', '\uFFFD')
