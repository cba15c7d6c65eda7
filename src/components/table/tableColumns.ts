import { type ColumnDef, columnVisibilityFeature, type RowData, tableFeatures } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { MenuEntry } from '../base/menuEntry'

/** The features that a table here uses; the server sorts, filters and pages. */
export const features = tableFeatures({ columnVisibilityFeature })

/** One column. Keep the list of them outside of the component, so that rows are not drawn anew without need. */
export interface ColumnDefinition<Row> {
  id: string
  title: string
  icon?: ReactNode
  /** Width in pixels; leave the main column without one, it takes the room that is left. */
  size?: number | undefined
  /** Numbers stand at the end. */
  align?: 'start' | 'end' | undefined
  sortable?: boolean | undefined
  cell: (row: Row) => ReactNode
}

export interface Sort {
  by: string
  order: 'asc' | 'desc'
}

/** What the rows can be narrowed by: one value of some. */
export interface Filter {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

export interface RowActions<Row> {
  label: (row: Row) => string
  items: readonly MenuEntry[]
  onSelect: (action: string, row: Row) => void
}

/** Columns in the terms of TanStack Table. */
export const columnDefs = <Row extends RowData>(
  columns: readonly ColumnDefinition<Row>[],
): ColumnDef<typeof features, Row>[] =>
  columns.map((column) => ({ id: column.id, header: column.title, cell: ({ row }) => column.cell(row.original) }))

/** Widths of a table with fixed columns, in pixels, where a column without a size keeps at least this. */
const leastWidth = 160
export const actionsWidth = 48

export const tableWidth = (columns: readonly { size?: number | undefined }[], hasActions: boolean) =>
  columns.reduce((width, { size }) => width + (size ?? leastWidth), hasActions ? actionsWidth : 0)
