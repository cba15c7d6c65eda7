import { type ColumnFilter, type ListDescription, noValue } from '../../../contract/lists/description'
import { statusText } from '../base/format'
import { rangeFilter } from './ranges'
import type { ChosenFilter, Filter } from './tableColumns'

/** The filters that people see whose values the description does not have, as they are read or told by somebody else. */
type ReadFilter<Filters> = {
  [Name in keyof Filters]: Filters[Name] extends { options: object }
    ? never
    : Filters[Name] extends { label: string }
      ? Name
      : never
}[keyof Filters]

const optionsOf = ({ options, words = {} }: ColumnFilter): ChosenFilter['options'] | undefined =>
  options?.map((value) => ({ value, label: words[value] ?? statusText(value) }))

/**
 * What a list can be narrowed by, as its description has it, with the values that only the screen has. Of a backend of the
 * twenty calls that are the few that it offers. Keep it outside of the component, or in a memo.
 */
export function listFilters<List extends ListDescription>(
  { filters, ranges }: List,
  read: { readonly [Name in ReadFilter<List['filters']>]: ChosenFilter['options'] },
  extensions = true,
): readonly Filter[] {
  const readOptions: Readonly<Record<string, ChosenFilter['options']>> = read
  const chosen = Object.entries<ColumnFilter>(filters).flatMap(([name, filter]): Filter[] => {
    const { label, isCore, isFurther, isLinked, none } = filter
    if (label === undefined || !(extensions || isCore)) return []
    const options = [
      ...(optionsOf(filter) ?? readOptions[name] ?? []),
      ...(none ? [{ value: noValue, label: none }] : []),
    ]
    return [{ name, label, isFurther, isLinked, options }]
  })
  const ends = Object.entries(ranges).map(([name, end]) => rangeFilter(name, end))
  return extensions ? [...chosen, ...ends] : chosen
}
