import { columnsIn, headerProblem } from '../../contract/forms/sheetImports'
import {
  type ImportCells,
  importColumns,
  type ImportResource,
  maxImportLines,
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

interface Parsed {
  header: string[]
  /** With the number that each line has in the file. */
  rows: { line: number; cells: string[] }[]
  separator: string
}

const separators = [',', ';', '\t', '|']

/** The cells of a text whose first line names the columns. A spreadsheet program copies with tabs, files have all kinds. */
export async function parse(text: string): Promise<Parsed> {
  const { default: Papa } = await import('papaparse')
  const cellsOf = (delimiter: string, preview = 0) => Papa.parse<string[]>(text, { delimiter, preview }).data
  const titles = (delimiter: string) => cellsOf(delimiter, 1)[0]?.length ?? 0
  // The first line tells, as no title is a number with a comma.
  const separator = separators.reduce((best, each) => (titles(each) > titles(best) ? each : best))
  const [header = [], ...rest] = cellsOf(separator)
  const rows = rest
    .map((cells, index) => ({ line: index + 2, cells }))
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
  const { text, encoding } = textOf(new Uint8Array(await source.arrayBuffer()))
  const { header, rows, separator } = await parse(text)
  const problem = headerProblem(header, resource)
  if (problem !== undefined) throw new Error(problem)
  if (rows.length === 0) throw new Error('There are no lines below the first one, which names the columns.')
  if (rows.length > maxImportLines) {
    throw new Error(`There are ${rows.length} lines, and at most ${maxImportLines} can be imported at once.`)
  }
  const columns = columnsIn(header, resource)
  const known = importColumns[resource].filter((column) => columns[column] !== undefined)
  linesRead.clear()
  linesRead.set(
    key,
    rows.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(known.map((column) => [column, storable(cells[columns[column] ?? -1])])),
    })),
  )
  return {
    key,
    name,
    lines: rows.length,
    columns: header.map((title, index) => ({
      title: title.trim(),
      field: known.find((column) => columns[column] === index) ?? null,
    })),
    encoding,
    separator,
  }
}

/** A cell that a request takes: longer than that no field is. */
const storable = (cell = '') => cell.slice(0, 10_000).toWellFormed().replaceAll('\0', '\uFFFD')
