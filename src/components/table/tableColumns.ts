import type { ReactNode } from 'react'
import type { RecordAction } from '../actions/recordAction'

/** One column. Keep the list of them outside of the component, so that rows are not drawn anew without need. */
export interface ColumnDefinition<Row> {
  id: string
  title: string
  icon?: ReactNode
  /** Width in pixels (DT-03); without one a column is as wide as what it holds needs. */
  size?: number | undefined
  /** Numbers stand at the end. */
  align?: 'start' | 'end' | undefined
  /** Whether what it holds is shown whole, over several lines where it is long. */
  wraps?: boolean | undefined
  /** Its amounts are of the organization's currency, which its head names once (GE-02). */
  isMoney?: boolean | undefined
  /**
   * On a phone a row is a card: its first column, and below it those that have this, with these words around what
   * they hold.
   */
  card?: { before?: string; after?: string } | undefined
  sortable?: boolean | undefined
  /** The link in it is what the row opens, in place of the one in the first column. */
  opensRow?: boolean | undefined
  cell: (row: Row) => ReactNode
}

export interface Sort {
  by: string
  order: 'asc' | 'desc'
}

/** What the rows can be narrowed by: one value of some. */
export interface ChosenFilter {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Behind 'More filters', as all that is typed. */
  isFurther?: boolean | undefined
  /** Chosen by links alone. */
  isLinked?: boolean | undefined
}

/** What the rows can be narrowed by: an end of a range, a day or an amount. */
export interface TypedFilter {
  name: string
  label: string
  type: 'day' | 'amount'
  /** Which end of what. */
  end: { column: string; operator: 'from' | 'to' }
  /** What was typed, as an address and a request carry it; undefined for what narrows nothing. */
  read: (typed: string) => string | undefined
  /** What is wrong with it, in a sentence. */
  mistakeIn: (typed: string) => string | undefined
}

export type Filter = ChosenFilter | TypedFilter
export const isTyped = (filter: Filter): filter is TypedFilter => 'type' in filter

/** What a chosen value is called, or each of several with commas between them; undefined for what is no option. */
export function chosenLabel({ options }: ChosenFilter, chosen: string): string | undefined {
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label
  const labels = labelOf(chosen) === undefined ? chosen.split(',').map(labelOf) : [labelOf(chosen)]
  return labels.includes(undefined) ? undefined : labels.join(', ')
}

/** The menu of each row. Keep it outside of the component, or in a memo. */
export interface RowActions<Row> {
  label: (row: Row) => string
  actions: readonly RecordAction<Row>[]
}

/** Rows that can be chosen, to do something with several of them together. */
export interface RowChoice<Row> {
  chosen: readonly Row[]
  /** All that the table is narrowed to are chosen, whatever page they are on. */
  isAll: boolean
  /** What the box in a row is called. */
  label: (row: Row) => string
  onToggle: (row: Row) => void
  onChoose: (rows: readonly Row[]) => void
  onChooseAll: () => void
  onChooseNone: () => void
}

/** The column whose link a row opens (GE-03); it may be hidden. */
export const openingColumn = (columns: readonly { id: string; opensRow?: boolean | undefined }[]): string | undefined =>
  (columns.find(({ opensRow }) => opensRow) ?? columns[0])?.id

/** A width that neither long contents nor spare room change. */
export const fixedWidth = ({ size }: { size?: number | undefined }) =>
  size === undefined ? undefined : { width: size, minWidth: size, maxWidth: size }
