import { inflateRawSync } from 'node:zlib'
import type { Cell, SheetColumn, SheetKind } from '../../rules/sheets'

/** The first sheet of a workbook, its head first. */
export type Sheet = readonly (readonly Cell[])[]

/** The files of a ZIP by their paths, by what stands at its end. Throws where it is none. */
function filesOf(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0) throw new Error('no end of a ZIP')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const header = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const from = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const content = zip.subarray(from, from + size)
    if (name.endsWith('.xml')) files.set(name, method === 0 ? content : inflateRawSync(content))
    at += 46 + nameLength + extra + comment
  }
  return files
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text as it is meant: with XML's own signs, and those that workbooks escape, which XML has no way to write. */
const meant = (xml: string) =>
  xml
    .replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, number?: string, name?: string) =>
      name === undefined
        ? String.fromCodePoint(Number.parseInt(hex ?? number ?? '', hex ? 16 : 10))
        : (entities[name] ?? all),
    )
    .replaceAll(/_x([\da-f]{4})_/gi, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll('\r\n', '\n')

const textsIn = (xml: string) =>
  [...xml.replaceAll(/<rPh\b.*?<\/rPh>/gs, '').matchAll(/<t(?:\s[^>]*)?>(.*?)<\/t>/gs)]
    .map(([, text = '']) => meant(text))
    .join('')

/** The place of a column by its letters: A is 0. */
const placeOf = (letters: string) =>
  Array.from(letters).reduce((place, letter) => place * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1

function cellOf(attributes: string, content: string, shared: readonly string[]): Cell {
  const [, type = 'n'] = /\bt="(\w+)"/.exec(attributes) ?? []
  if (type === 'inlineStr') return textsIn(content)
  const [, value] = /<v(?:\s[^>]*)?>(.*?)<\/v>/s.exec(content) ?? []
  if (value === undefined) return null
  if (type === 's') return shared[Number(value)] ?? ''
  return type === 'n' ? Number(value) : meant(value)
}

/** Reads a workbook, whose bytes are the letters of a text. Throws where it is none. */
export function sheetIn(bytes: string): Sheet {
  const files = filesOf(Buffer.from(bytes, 'latin1'))
  // Names may be in a space of their own.
  const read = (name: string) =>
    files
      .get(name)
      ?.toString('utf8')
      .replaceAll(/<(\/?)\w+:/g, '<$1')
  const [name] = [...files.keys()].filter((one) => one.startsWith('xl/worksheets/')).toSorted()
  const xml = read(name ?? '')
  if (xml === undefined || !files.has('xl/workbook.xml')) throw new Error('no sheet')
  const shared = [...(read('xl/sharedStrings.xml') ?? '').matchAll(/<si(?:\s[^>]*)?>(.*?)<\/si>/gs)].map(
    ([, one = '']) => textsIn(one),
  )
  const rows = [...xml.matchAll(/<row\b[^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, row = '']) => {
    const cells: Cell[] = []
    for (const [, attributes = '', content = ''] of row.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const [, letters] = /\br="([A-Z]+)\d+"/.exec(attributes) ?? []
      const at = letters === undefined ? cells.length : placeOf(letters)
      while (cells.length < at) cells.push(null)
      cells[at] = cellOf(attributes, content, shared)
    }
    return cells
  })
  return rows.filter((row, index) => index === 0 || row.some((cell) => cell !== null && cell !== ''))
}

const secondsOfDay = 86_400

/** Days since spreadsheets count them, of a date that is written as a text. */
const serialOf = (cell: Cell | undefined) =>
  typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}/.test(cell)
    ? (Date.parse(`${cell.replace(' ', 'T').slice(0, 19)}${cell.length > 10 ? 'Z' : ''}`) - Date.UTC(1899, 11, 30)) /
      1_000 /
      secondsOfDay
    : cell

function isSameCell(kind: SheetKind, due: Cell, told: Cell | undefined): boolean {
  if (due === null || due === '') return told === null || told === undefined || told === ''
  if (typeof due === 'string') return told === due.replaceAll('\r\n', '\n')
  const [is, slack] =
    kind === 'moment' || kind === 'day'
      ? [serialOf(told), 1.5 / secondsOfDay]
      : [told, 1e-6 * Math.max(1, Math.abs(due))]
  return typeof is === 'number' && Math.abs(is - due) <= slack
}

/** What of a sheet is not as its columns and rows are due, in words; columns are known by their heads, of which some may be others. */
export function wrongSheet(sheet: Sheet, columns: readonly SheetColumn[], due: Sheet): string | undefined {
  const [head = [], ...lines] = sheet
  if (lines.length !== due.length) return `${lines.length} rows instead of ${due.length}`
  for (const [at, { head: label, kind }] of columns.entries()) {
    const column = head.indexOf(label)
    if (column < 0) continue
    const wrong = due.findIndex((row, line) => !isSameCell(kind, row[at] ?? null, lines[line]?.[column]))
    if (wrong >= 0)
      return `${JSON.stringify(lines[wrong]?.[column] ?? null)} instead of ${JSON.stringify(due[wrong]?.[at])} for ${label}`
  }
  return undefined
}
