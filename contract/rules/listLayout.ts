import * as z from 'zod/mini'
import { line } from '../schemas'

export const narrowestColumn = 48
export const widestColumn = 800

const name = line(60)
const names = z.array(name).check(z.maxLength(60))

/** How a person has arranged the columns of a list: what is not said is as the list has it (DT-03). */
export const listLayout = z.partial(
  z.object({
    /** Those that have been put somewhere, in their order. */
    order: names,
    hidden: names,
    /** In pixels. */
    widths: z.record(name, z.int().check(z.minimum(narrowestColumn), z.maximum(widestColumn))),
  }),
)
export type ListLayout = z.infer<typeof listLayout>

/** A layout as it was kept, wherever; what is none arranges nothing. */
export const readLayout = (kept: unknown): ListLayout => {
  const read = listLayout.safeParse(kept)
  return read.success ? read.data : {}
}

interface Arranged {
  id: string
  size?: number | undefined
  opensRow?: boolean | undefined
}

/** Puts those that nobody has put anywhere, such as new ones, behind the column that they stand behind by themselves. */
function ordered<Column extends Arranged>(columns: readonly Column[], order: readonly string[]): Column[] {
  const [first, ...others] = columns
  if (!first) return []
  const result = order.flatMap((id) => others.filter((column) => column.id === id))
  for (const [place, column] of others.entries()) {
    if (result.includes(column)) continue
    result.splice(result.findIndex(({ id }) => id === others[place - 1]?.id) + 1, 0, column)
  }
  // The name of a row stands before all else of it.
  return [first, ...new Set(result)]
}

/**
 * The columns of a list in the order and the widths of a layout, whatever was kept of it, and which of them are hidden; with
 * `shown` those of a view in their order. At least one is always shown.
 */
export function arrange<Column extends Arranged>(
  columns: readonly Column[],
  { order = [], hidden = [], widths = {} }: ListLayout,
  shown?: readonly string[],
): { columns: readonly Column[]; hidden: string[] } {
  const isHidden = ({ id }: Column) => (shown ? !shown.includes(id) : hidden.includes(id))
  const left = columns.filter(isHidden).map(({ id }) => id)
  return {
    columns: ordered(columns, shown ?? order).map((column) => {
      const width = Object.hasOwn(widths, column.id) ? widths[column.id] : undefined
      return width === undefined ? column : { ...column, size: width }
    }),
    hidden: left.length === columns.length ? [] : left,
  }
}
