import { fieldRefusals } from '../contract/client/refusedFields'
import type { FieldErrors } from '../contract/forms/fields'
import { withError } from './actors'

/** What the server said about a form's own fields, such as that another record has the SKU. */
export const refusedOf = <Values extends object>(values: Values, error: unknown): FieldErrors<Values> =>
  // The names are some of the values' own.
  Object.fromEntries(Object.entries(fieldRefusals(error)).filter(([name]) => name in values)) as FieldErrors<Values>

/** What was said about a field says nothing of another value. */
export const withoutFields = <Values extends object>(refused: FieldErrors<Values>, fields: Partial<Values>) =>
  // Whole entries are taken away, and none is added.
  Object.fromEntries(Object.entries(refused).filter(([name]) => !(name in fields))) as FieldErrors<Values>

/** What becomes of a save when the server refused a field of it: that is said at the field, and nowhere else. */
export const refusedTo = <Target extends string>(editing: Target) =>
  ({
    guard: withError('isFieldRefused'),
    target: editing,
    actions: ['revertChange', withError('refuseFields')],
  }) as const
