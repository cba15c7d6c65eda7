import type { ZodMiniType } from 'zod/mini'

/** What a list is asked for where a row has no such record. */
export const noValue = 'none'

/** What a column holds, which says how every list shows it (OT-02, AP-03). */
export type ColumnKind = 'text' | 'status' | 'money' | 'count' | 'moment' | 'day' | 'record'

/** Lists are sorted by a column unless it says otherwise. */
interface Column<Kind = ColumnKind> {
  kind: Kind
  label: string
  isSortable?: false
}

/** A column is one of the list's filters by its own values: a row is found that has one of those which are asked for. */
export interface ColumnFilter {
  /** `choice` is one of a few words; of ids and choices an address carries several, with commas between them. */
  kind: 'id' | 'choice' | 'text'
  /** What people call it; without one it is for requests alone. */
  label?: string
  /** The values of a choice, where every backend has the same. */
  options?: readonly string[]
  /** What people call those that are not called as they are written. */
  words?: Readonly<Record<string, string>>
  /** Offered by a backend of the twenty calls too. */
  isCore?: true
  /** Stands behind 'More filters', as the ends of ranges do. */
  isFurther?: true
  /** What rows without a value are called, which are asked for as `none`. */
  none?: string
  /** Chosen by links alone: it is shown as a chip, and offered nowhere. */
  isLinked?: true
}

/** The least or the most that a column may be; of moments a day is the organization's, from its beginning to its end. */
export interface RangeEnd {
  kind: 'money' | 'moment'
  column: string
  operator: 'from' | 'to'
  label: string
}

/** A list as those know it who read whichever: the server, the address, a table. Each is held to its own rows by ListOf. */
export interface ListDescription {
  /** The name by which a search asks for it. */
  resource: string
  columns: Readonly<Record<string, Column>>
  /** Besides these, every list is filtered by `ids` of its rows. */
  filters: Readonly<Record<string, ColumnFilter>>
  ranges: Readonly<Record<string, RangeEnd>>
  /** What rows can be sorted by besides. */
  sorts: readonly string[]
  /** The columns that its screen alone knows, by what they are called. */
  screenColumns?: Readonly<Record<string, string>>
}

type KindOf<Value> = [Value] extends [number]
  ? 'money' | 'count'
  : [Value] extends [string]
    ? 'text' | 'status' | 'moment' | 'day'
    : [Value] extends [string | number]
      ? 'text'
      : 'record'

type Fields<Row, Value> = {
  [Name in keyof Row]-?: NonNullable<Row[Name]> extends Value ? Name : never
}[keyof Row] &
  string

/** The description of a list of such rows: what no row has does not compile. */
export interface ListOf<Resource extends string, Row> {
  resource: Resource
  columns: { readonly [Name in keyof Row & string]?: Column<KindOf<NonNullable<Row[Name]>>> }
  filters: { readonly [Name in Fields<Row, string>]?: ColumnFilter }
  ranges: Readonly<
    Record<
      string,
      | (RangeEnd & { kind: 'money'; column: Fields<Row, number> })
      | (RangeEnd & { kind: 'moment'; column: Fields<Row, string> })
    >
  >
  sorts: readonly (keyof Row & string)[]
  screenColumns?: { readonly [Name in keyof Row & string]?: string }
}

/** The same of a list that can be searched. */
export interface SearchedListOf<Resource extends string, Row> extends ListOf<Resource, Row> {
  /** What a search answers of each. */
  row: ZodMiniType<Row>
  /** The fields that `q` looks in; it may look in more that a row does not show. */
  finds: readonly (keyof Row & string)[]
  /** What people call one of those that can be deleted (OT-08), and whether that can be undone (WF-05). */
  noun?: string
  deletion?: 'final' | 'restorable'
  /** Not every backend has it, as it belongs to calls beyond the twenty. */
  level?: 'extension'
}

/** As much of a description as an address needs. */
export type AddressedList = Pick<ListDescription, 'resource' | 'filters' | 'ranges'>

/** Whatever a list can be sorted by. */
export type SortOf<List extends ListDescription> =
  | {
      [Name in keyof List['columns']]: List['columns'][Name] extends { isSortable: false } ? never : Name
    }[keyof List['columns']]
  | List['sorts'][number]

/** What a table of it may show, by the names of the columns: what they are called. */
export const columnLabels = ({ columns, screenColumns }: ListDescription): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(columns).map(([name, { label }]) => [name, label])),
  ...screenColumns,
})

export const sortsOf = ({ columns, sorts }: Pick<ListDescription, 'columns' | 'sorts'>): string[] => [
  ...Object.entries(columns).flatMap(([name, { isSortable = true }]) => (isSortable ? [name] : [])),
  ...sorts,
]

/** The filters that people see, by the names that the address has for them. */
export type ShownFilter<List extends AddressedList> =
  | {
      [Name in keyof List['filters']]: List['filters'][Name] extends { label: string } ? Name : never
    }[keyof List['filters']]
  | keyof List['ranges']

/** The same as a list of names; of a backend of the twenty calls those that it offers. */
export const shownFilters = ({ filters, ranges }: AddressedList, extensions: boolean): string[] => [
  ...Object.entries(filters).flatMap(([name, { label, isCore }]) =>
    label !== undefined && (extensions || isCore) ? [name] : [],
  ),
  ...(extensions ? Object.keys(ranges) : []),
]
