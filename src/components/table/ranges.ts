import type { RangeEnd } from '../../../contract/lists/description'
import { amountMistake, readNumber } from '../../../contract/forms/fields'
import { type Filter, isTyped, type TypedFilter } from './tableColumns'

function readAmount(typed: string): string | undefined {
  const value = readNumber(typed)
  return typeof value === 'number' && !Number.isNaN(value) ? `${value}` : undefined
}

/** An end of a range of days or amounts, by the name that the address and the request have for it. */
export const rangeFilter = (name: string, { kind, label, column, operator }: RangeEnd): TypedFilter => ({
  name,
  label,
  end: { column, operator },
  ...(kind === 'moment'
    ? { type: 'day', read: (typed) => typed || undefined, mistakeIn: () => undefined }
    : {
        type: 'amount',
        read: readAmount,
        mistakeIn: (typed) => (typed.trim() === '' ? undefined : amountMistake(typed)),
      }),
})

const isReversed = (type: TypedFilter['type'], from: string, to: string) =>
  type === 'day' ? from > to : Number(from) > Number(to)

/** Of every range whose beginning comes after its end, in which nothing can be, a sentence by the name of that end. */
export function reversedRanges(
  filters: readonly Filter[],
  chosen: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const ends = filters.filter(isTyped)
  return Object.fromEntries(
    ends.flatMap((to) => {
      if (to.end.operator !== 'to') return []
      const from = ends.find(({ end }) => end.column === to.end.column && end.operator === 'from')
      const [least, most] = [from && chosen[from.name], chosen[to.name]]
      if (!from || least === undefined || most === undefined || !isReversed(to.type, least, most)) return []
      return [[to.name, `${from.label} is ${to.type === 'day' ? 'after' : 'more than'} ${to.label}`]]
    }),
  )
}
