import * as z from 'zod/mini'
import {
  type AddressedList,
  type ListDescription,
  type ShownFilter,
  shownFilters,
  sortsOf,
} from '../../contract/lists/description'
import type { TableRequest } from '../../machines/table/dataTable.machine'

/** A text of an address, where anything else is nothing. */
export const onlyText = z.catch(z.optional(z.string()), undefined)

// A search that a person typed by hand may look like a number to the router.
export const searchText = z.catch(
  z.optional(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((value) => `${value}`),
    ),
  ),
  undefined,
)
/** Texts of an address, by their names. */
export const texts = <Name extends PropertyKey>(...names: Name[]) =>
  // Object.fromEntries forgets the names.
  Object.fromEntries(names.map((name) => [name, searchText])) as Record<Name, typeof searchText>

/** What a table asks for when nothing was chosen. */
export const firstPage: TableRequest = { q: '', pageIndex: 0, pageSize: 10, sort: undefined, filters: {} }

const pageSizes = [10, 20, 50, 100] as const

/** What the address carries of a table (RT-13); whatever does not fit is dropped. */
export const tableSearch = {
  q: searchText,
  page: z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))), undefined),
  size: z.catch(z.optional(z.union(pageSizes.map((size) => z.literal(size)))), undefined),
  sort: z.catch(z.optional(z.string().check(z.maxLength(60))), undefined),
  order: z.catch(z.optional(z.enum(['asc', 'desc'])), undefined),
  /** Those that are shown, in their order, with commas between them. */
  columns: searchText,
  /** The saved view that it began with; or that it began with none. */
  view: searchText,
}
const tableAddress = z.object(tableSearch)
export type TableAddress = z.infer<typeof tableAddress>

/** What the address of a list carries: its table, and every filter that people see, by its name. */
export const listSearch = <List extends AddressedList & Pick<ListDescription, 'columns' | 'sorts'>>(list: List) => ({
  ...tableSearch,
  sort: z.catch(z.optional(z.enum(sortsOf(list))), undefined),
  // They are those of the list.
  ...texts(...(shownFilters(list, true) as ShownFilter<List>[])),
})

/** What a search asks for by a filter of an address, which has commas between several ids or choices. */
export function askedFilters(
  { filters }: AddressedList,
  chosen: Readonly<Record<string, string>>,
): Record<string, string | string[]> {
  const asked = ([name, text]: [string, string]) => {
    const isOne = (filters[name]?.kind ?? 'text') === 'text' || !text.includes(',')
    return [name, isOne ? text : text.split(',')]
  }
  return Object.fromEntries(Object.entries(chosen).map(asked))
}

/** The request that an address stands for; `filters` names what else of it narrows the rows. */
export function requestOf(search: Readonly<Record<string, unknown>>, filters: readonly string[]): TableRequest {
  const { q = '', page = 1, size = 10, sort, order = 'asc', columns } = z.parse(tableAddress, search)
  return {
    q,
    pageIndex: page - 1,
    pageSize: size,
    sort: sort === undefined ? undefined : { by: sort, order },
    ...(columns && { columns: columns.split(',') }),
    filters: Object.fromEntries(
      filters.flatMap((name) => (typeof search[name] === 'string' && search[name] ? [[name, search[name]]] : [])),
    ),
  }
}

/** Only what differs from the defaults is written, so that plain addresses stay plain. */
export const addressOf = (
  { q, pageIndex, pageSize, sort, filters: chosen, columns }: TableRequest,
  filters: readonly string[],
): Omit<TableAddress, 'view'> & Record<string, unknown> => ({
  ...Object.fromEntries(filters.map((name) => [name, chosen[name]])),
  q: q === '' ? undefined : q,
  page: pageIndex === 0 ? undefined : pageIndex + 1,
  size: pageSizes.find((size) => size === pageSize && size !== 10),
  sort: sort?.by,
  order: sort?.order === 'desc' ? 'desc' : undefined,
  columns: columns?.join(','),
})

/** Whether an address says nothing of a list, so that it begins as the person has chosen. */
export const isPlain = (search: Readonly<Record<string, unknown>>, filters: readonly string[]): boolean =>
  [...Object.keys(tableSearch), ...filters].every((name) => search[name] === undefined)

export type Fields = Readonly<Record<string, unknown>>

/** Whether an address says all that another does. */
export const hasFields = (search: Fields, part: Fields): boolean =>
  Object.entries(part).every(([name, value]) => search[name] === value)
