import type { ReactNode } from 'react'
import { formatCount, formatDay, formatMoney } from '../base/format'
import { Moment } from '../base/Moment'
import type { ColumnDefinition } from './tableColumns'

/** The names of a row's fields that hold a kind of value. */
type Fields<Row, Value> = { [Name in keyof Row]-?: Row[Name] extends Value ? Name : never }[keyof Row] & string

type Text = string | null | undefined
type Amount = number | null | undefined

type Options<Row> = Partial<Omit<ColumnDefinition<Row>, 'id' | 'title' | 'cell'>>

/** The kinds of columns that lists are made of: every list shows money, numbers and moments alike (OT-02, AP-03). */
export const columnsOf = <Row,>() => ({
  text: (id: Fields<Row, Text>, title: string, options: Options<Row> = {}): ColumnDefinition<Row> => ({
    id,
    title,
    sortable: true,
    ...options,
    // The field is one that holds text, which TypeScript does not follow through its name.
    cell: (row) => (row[id] as Text) || '-',
  }),
  /** An amount in major units with two decimals. */
  money: (id: Fields<Row, Amount>, title: string, options: Options<Row> = {}): ColumnDefinition<Row> => ({
    id,
    title,
    align: 'end',
    isMoney: true,
    sortable: true,
    ...options,
    cell: (row) => formatMoney(row[id] as Amount),
  }),
  count: (id: Fields<Row, Amount>, title: string, options: Options<Row> = {}): ColumnDefinition<Row> => ({
    id,
    title,
    align: 'end',
    sortable: true,
    ...options,
    cell: (row) => formatCount(row[id] as Amount),
  }),
  moment: (id: Fields<Row, Text>, title: string, options: Options<Row> = {}): ColumnDefinition<Row> => ({
    id,
    title,
    sortable: true,
    ...options,
    cell: (row) => <Moment iso={row[id] as Text} />,
  }),
  /** A moment of which the day counts, with the rest in its title. */
  dayOf: (id: Fields<Row, Text>, title: string, options: Options<Row> = {}): ColumnDefinition<Row> => ({
    id,
    title,
    sortable: true,
    ...options,
    cell: (row) => <Moment iso={row[id] as Text} precision="day" />,
  }),
  /** A calendar day, which has no zone. */
  day: (id: Fields<Row, Text>, title: string, options: Options<Row> = {}): ColumnDefinition<Row> => ({
    id,
    title,
    sortable: true,
    ...options,
    cell: (row) => formatDay(row[id] as Text),
  }),
  /** What is shown in a way of its own, such as a link or a status. */
  shown: (id: string, title: string, cell: (row: Row) => ReactNode, options: Options<Row> = {}) => ({
    id,
    title,
    sortable: true,
    ...options,
    cell,
  }),
})
