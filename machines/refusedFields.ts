import { fieldRefusals, pathRefusals } from '../contract/client/refusedFields'
import type { FieldErrors } from '../contract/forms/fields'
import { withError } from './actors'

const firstOf = (path: string) => path.split('.', 1)[0] ?? path

/**
 * What the server said about a form's own fields, such as that another record has the SKU; and about those of the items of
 * its `lists`, by their paths, such as `lines.0.quantity`.
 */
export const refusedOf = <Values extends object>(
  values: Values,
  error: unknown,
  lists: readonly (keyof Values & string)[] = [],
): FieldErrors<Values> => {
  const isListed = (path: string) => lists.some((list) => list === firstOf(path))
  const ofItems = Object.entries(pathRefusals(error)).filter(([path]) => isListed(path))
  const ofFields = Object.entries(fieldRefusals(error)).filter(([name]) => name in values)
  // The names are some of the values' own, or begin with one.
  return Object.fromEntries([...ofFields, ...ofItems]) as FieldErrors<Values>
}

const valueAt = (of: unknown, [step, ...further]: readonly string[]): unknown => {
  if (step === undefined) return of
  return typeof of === 'object' && of !== null
    ? valueAt(Object.entries(of).find(([name]) => name === step)?.[1], further)
    : undefined
}

const lengthAt = (of: object, name: string) => {
  const list = valueAt(of, [name])
  return Array.isArray(list) ? list.length : 0
}

/** What was said about a field says nothing of another value; nor of an item where others have come to its place. */
export const withoutFields = <Values extends object>(
  refused: FieldErrors<Values>,
  fields: Partial<Values>,
  before: Values,
) => {
  const isOfOld = (path: string) => {
    const name = firstOf(path)
    if (!(name in fields)) return false
    const steps = path.split('.')
    return (
      steps.length === 1 ||
      lengthAt(before, name) !== lengthAt(fields, name) ||
      valueAt(before, steps) !== valueAt(fields, steps)
    )
  }
  // Whole entries are taken away, and none is added.
  return Object.fromEntries(Object.entries(refused).filter(([path]) => !isOfOld(path))) as FieldErrors<Values>
}

/** What becomes of a save when the server refused a field of it: that is said at the field, and nowhere else. */
export const refusedTo = <Target extends string>(editing: Target) =>
  ({
    guard: withError('isFieldRefused'),
    target: editing,
    actions: ['revertChange', withError('refuseFields')],
  }) as const
