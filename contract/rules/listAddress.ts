import * as z from 'zod/mini'
import {
  columnLabels,
  type ColumnFilter,
  type ListDescription,
  noValue,
  type RangeEnd,
  shownFilters,
  sortsOf,
} from '../lists/description'
import { dayOrMoment, line, oneLine } from '../schemas'
import { capital } from './capital'
import { cutText } from './cutText'

/** Characters of one filter at most, and of a search. */
const longestFilter = 4_000
const longestSearch = 200

const name = line(60)

/**
 * What a list is narrowed to, its order, and the columns that are shown of it, in theirs: an address of the list (WF-02). Each
 * part has its shape here, and its names are judged by the list's description.
 */
export const listAddress = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(longestSearch), z.regex(oneLine))),
  /** As an address carries them, with commas between several values. */
  filters: z.optional(z.record(name, line(longestFilter))),
  sort: z.optional(z.object({ by: name, order: z.enum(['asc', 'desc']) })),
  columns: z.optional(z.array(name).check(z.minLength(1), z.maxLength(60))),
})
export type ListAddress = z.infer<typeof listAddress>

/** What an address asks for as far as its list still knows it, and what it does not know any more, in words. */
export interface ReadAddress {
  address: ListAddress
  lost: readonly string[]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What something of a list was called, as far as its name tells it: 'fulfillmentStatus' is 'Fulfillment status'. */
function calledBy(name: string): string {
  const words = cutText(name, 40).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return capital(words.trim()) || 'without a name'
}

const garbled = 'a part of it can’t be read'

const isDay = (value: string) => dayOrMoment.safeParse(value).success
const isAmount = (value: string) => value.trim() !== '' && Number.isFinite(Number(value))
const isEnd = ({ kind }: RangeEnd, value: string) => (kind === 'moment' ? isDay(value) : isAmount(value))

/** Of the values of a filter those that it has; of ids and words that a backend chooses any may be one. */
function valuesOf({ kind, options, none }: ColumnFilter, text: string): { held: string[]; lost: string[] } {
  const values = kind === 'text' ? [text] : text.split(',').filter((value) => value !== '')
  const isHeld = (value: string) => options?.includes(value) !== false || (none !== undefined && value === noValue)
  return { held: values.filter(isHeld), lost: values.filter((value) => !isHeld(value)) }
}

function readFilters(list: ListDescription, given: unknown): { filters: Record<string, string>; lost: string[] } {
  const filters: Record<string, string> = {}
  if (given === undefined) return { filters, lost: [] }
  if (!isObject(given)) return { filters, lost: [garbled] }
  const known = new Set(shownFilters(list, true))
  const lost: string[] = []
  for (const [name, value] of Object.entries(given)) {
    const [filter, end] = [list.filters[name], list.ranges[name]]
    if (!known.has(name) || !(filter ?? end)) lost.push(`the filter ${calledBy(name)} is no longer there`)
    else if (typeof value !== 'string' || value === '' || value.length > longestFilter || !oneLine.test(value))
      lost.push(garbled)
    else if (end) {
      if (isEnd(end, value)) filters[name] = value
      else lost.push(`${end.label} can’t be ${cutText(value, 40)}`)
    } else if (filter) {
      const values = valuesOf(filter, value)
      if (values.held.length > 0) filters[name] = values.held.join(',')
      const label = filter.label ?? calledBy(name)
      for (const gone of values.lost) lost.push(`the filter ${label} no longer has ${calledBy(gone)}`)
      if (values.held.length + values.lost.length === 0) lost.push(garbled)
    }
  }
  return { filters, lost }
}

function readSort(list: ListDescription, given: unknown): Pick<ListAddress, 'sort'> & { lost: string[] } {
  if (given === undefined) return { lost: [] }
  const { by, order } = isObject(given) ? given : {}
  if (typeof by !== 'string' || (order !== 'asc' && order !== 'desc')) return { lost: [garbled] }
  if (sortsOf(list).includes(by)) return { sort: { by, order }, lost: [] }
  const labels = columnLabels(list)
  return {
    lost: [`it can no longer be sorted by ${Object.hasOwn(labels, by) ? labels[by] : calledBy(by)}`],
  }
}

function readColumns(list: ListDescription, given: unknown): Pick<ListAddress, 'columns'> & { lost: string[] } {
  if (given === undefined) return { lost: [] }
  if (!Array.isArray(given)) return { lost: [garbled] }
  const names = [...new Set(given.filter((name) => typeof name === 'string'))]
  const labels = columnLabels(list)
  const columns = names.filter((name) => Object.hasOwn(labels, name))
  const gone = names.filter((name) => !Object.hasOwn(labels, name))
  return {
    ...(columns.length > 0 && { columns }),
    lost: [
      ...gone.map((name) => `the column ${calledBy(name)} is no longer there`),
      ...(given.some((name) => typeof name !== 'string') || given.length === 0 ? [garbled] : []),
    ],
  }
}

function readSearch(given: unknown): Pick<ListAddress, 'q'> & { lost: string[] } {
  if (given === undefined) return { lost: [] }
  if (typeof given !== 'string' || given.length > longestSearch || !oneLine.test(given)) return { lost: [garbled] }
  return { ...(given.trim() !== '' && { q: given }), lost: [] }
}

/**
 * Reads an address by the description of its list, whatever was kept by whichever release (WF-02): what the list still knows is
 * asked for, and what it does not know is told.
 */
export function readListAddress(list: ListDescription, kept: unknown): ReadAddress {
  if (!isObject(kept)) return { address: {}, lost: [garbled] }
  const { lost: lostQ, ...q } = readSearch(kept['q'])
  const { lost: lostFilters, filters } = readFilters(list, kept['filters'])
  const { lost: lostSort, ...sort } = readSort(list, kept['sort'])
  const { lost: lostColumns, ...columns } = readColumns(list, kept['columns'])
  return {
    address: { ...q, ...(Object.keys(filters).length > 0 && { filters }), ...sort, ...columns },
    lost: [...new Set([...lostQ, ...lostFilters, ...lostSort, ...lostColumns])],
  }
}

/** What of an address does not hold any more, in one sentence; undefined where all of it does. */
export function lostSentence(lost: readonly string[]): string | undefined {
  if (lost.length === 0) return undefined
  const [most, more] = [lost.slice(0, 4), lost.length - 4]
  const parts = more > 0 ? [...most, `and ${more} more ${more === 1 ? 'part' : 'parts'}`] : most
  return `${capital(parts.join('; '))}. All else is as it was saved.`
}
