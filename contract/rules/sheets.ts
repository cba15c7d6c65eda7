import { capital } from './capital'

/** What a column of a file holds; a `day` is `2026-03-01`, a `moment` is ISO 8601. */
export type SheetKind = 'text' | 'status' | 'money' | 'count' | 'share' | 'moment' | 'day'

export interface SheetColumn {
  head: string
  kind: SheetKind
}

export type Cell = string | number | null

/** How numbers of a kind are shown in a workbook. */
export const numberFormats: Readonly<Partial<Record<SheetKind, string>>> = {
  money: '0.00',
  share: '0.00',
  count: '0',
  moment: 'yyyy-mm-dd hh:mm:ss',
  day: 'yyyy-mm-dd',
}

const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

const plain = (value: unknown): Cell => (typeof value === 'string' || typeof value === 'number' ? value : null)
const words = (value: unknown): Cell => (typeof value === 'string' ? capital(value.replaceAll('_', ' ')) : null)

/** How a value is written in a file of text, by its kind. */
export function textCells(timeZone: string): (kind: SheetKind, value: unknown) => Cell {
  const clock = clockIn(timeZone)
  return (kind, value) => {
    if (kind === 'moment') return typeof value === 'string' ? clock.format(new Date(value)) : null
    return kind === 'status' ? words(value) : plain(value)
  }
}

/** Spreadsheet programs count days from here. */
const dayZero = Date.UTC(1899, 11, 30)
const secondsOfDay = 86_400
// They know no day before it, and none after 9999.
const serial = (wallClock: string): number | null => {
  const seconds = Math.round((Date.parse(wallClock) - dayZero) / 1_000)
  return seconds >= secondsOfDay ? seconds / secondsOfDay : null
}

/** More does not fit into a cell of a workbook. */
export const longestCell = 32_767
/** A text as a cell can hold it: XML has no way to write these two, and other control characters are escaped. */
const writable = (text: string) => {
  const clean = text.replaceAll(/[\uFFFE\uFFFF]/g, '')
  return clean.length > longestCell ? `${clean.slice(0, longestCell - 1)}…` : clean
}

/**
 * How a value is kept in a workbook, by its kind: amounts and counts as numbers, days and moments as the dates that they are
 * in the zone, all else as texts, which no program runs or takes for a number.
 */
export function workbookCells(timeZone: string): (kind: SheetKind, value: unknown) => Cell {
  const clock = clockIn(timeZone)
  return (kind, value) => {
    const written = kind === 'status' ? words(value) : plain(value)
    if (written === null || written === '') return null
    if (typeof written === 'number') return kind === 'text' ? `${written}` : written
    if (kind === 'day') return serial(`${written.slice(0, 10)}T00:00:00Z`) ?? writable(written)
    if (kind !== 'moment') return writable(written)
    const moment = new Date(written)
    if (Number.isNaN(moment.getTime())) return writable(written)
    const there = clock.format(moment)
    return serial(`${there.replace(' ', 'T')}Z`) ?? there
  }
}
