import type { ReactNode } from 'react'
import type { ColumnKind, ListDescription } from '../../../contract/lists/description'
import type { TableResource, TableRow } from '../../data/resources/search'
import { formatCount, formatDay, formatMoney } from '../base/format'
import { Moment } from '../base/Moment'
import type { ColumnDefinition } from './tableColumns'

/** The names of a row's fields that hold a kind of value. */
type Fields<Row, Value> = { [Name in keyof Row]-?: Row[Name] extends Value ? Name : never }[keyof Row] & string

type Text = string | null | undefined
type Amount = number | null | undefined

type Options<Row> = Partial<Omit<ColumnDefinition<Row>, 'id' | 'title' | 'cell'>>

interface Kind extends Options<never> {
  show: (value: unknown) => ReactNode
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const amountOf = (value: unknown) => (typeof value === 'number' ? value : undefined)

const text: Kind = { show: (value) => (typeof value === 'number' ? `${value}` : textOf(value) || '-') }

/** The kinds of columns that lists are made of: every list shows money, numbers and moments alike (OT-02, AP-03). */
const kinds = {
  text,
  status: text,
  record: text,
  /** An amount in major units with two decimals. */
  money: { show: (value) => formatMoney(amountOf(value)), align: 'end', isMoney: true },
  count: { show: (value) => formatCount(amountOf(value)), align: 'end' },
  moment: { show: (value) => <Moment iso={textOf(value)} /> },
  /** A moment of which the second counts (OT-02). */
  secondOf: { show: (value) => <Moment iso={textOf(value)} precision="second" /> },
  /** A moment of which the day counts, with the rest in its title. */
  dayOf: { show: (value) => <Moment iso={textOf(value)} precision="day" /> },
  /** A calendar day, which has no zone. */
  day: { show: (value) => formatDay(textOf(value)) },
} satisfies Record<ColumnKind | 'secondOf' | 'dayOf', Kind>

const precisely = { second: kinds.secondOf, day: kinds.dayOf }

const columnOf = <Row,>(
  { show, ...look }: Kind,
  id: keyof Row & string,
  title: string,
  options: Options<Row> = {},
): ColumnDefinition<Row> => ({ id, title, sortable: true, ...look, ...options, cell: (row) => show(row[id]) })

/** Columns of a kind, of fields that hold such values. */
const columnsOfKind =
  <Row, Value>(kind: Kind) =>
  (id: Fields<Row, Value>, title: string, options?: Options<Row>) =>
    columnOf<Row>(kind, id, title, options)

/** Columns of rows that are on no described list, each of a kind and with its title. */
export const columnsOf = <Row,>() => ({
  text: columnsOfKind<Row, Text>(kinds.text),
  money: columnsOfKind<Row, Amount>(kinds.money),
  count: columnsOfKind<Row, Amount>(kinds.count),
  moment: columnsOfKind<Row, Text>(kinds.moment),
  second: columnsOfKind<Row, Text>(kinds.secondOf),
  day: columnsOfKind<Row, Text>(kinds.day),
  /** What is shown in a way of its own, such as a link or a status. */
  shown: (id: string, title: string, cell: (row: Row) => ReactNode, options: Options<Row> = {}) => ({
    id,
    title,
    sortable: true,
    ...options,
    cell,
  }),
})

/** What a screen adds to a described column: its width, its place on a card, and what it shows in a way of its own. */
interface Shown<Row> extends Omit<Options<Row>, 'align' | 'isMoney'> {
  cell?: (row: Row) => ReactNode
  /** How much of a moment is shown. */
  precision?: 'second' | 'day'
}

/** A status and another record are shown in a way of the screen's own, always. */
type ShownOf<Row, Kind> = Kind extends 'status' | 'record'
  ? [options: Shown<Row> & { cell: (row: Row) => ReactNode }]
  : [options?: Shown<Row>]

/** The columns of a list as its description has them: `column('total', { card: {} })`. */
export const listColumns =
  <List extends ListDescription & { resource: TableResource }>({ columns }: List) =>
  <Name extends keyof List['columns'] & keyof TableRow<List['resource']> & string>(
    name: Name,
    ...[shown = {}]: ShownOf<TableRow<List['resource']>, List['columns'][Name]['kind']>
  ): ColumnDefinition<TableRow<List['resource']>> => {
    const { precision, ...options }: Shown<TableRow<List['resource']>> = shown
    const { kind = 'text', label = name, isSortable: sortable = true } = columns[name] ?? {}
    const column = columnOf<TableRow<List['resource']>>(precision ? precisely[precision] : kinds[kind], name, label)
    return { ...column, sortable, ...options }
  }
