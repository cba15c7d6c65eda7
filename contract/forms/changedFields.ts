import * as z from 'zod/mini'
import type { FieldErrors } from './fields'

/** Of every field what is sent when it was changed; a choice that may be empty is never sent so. */
type Sent<Fields> = { [Field in keyof Fields]?: Exclude<Fields[Field], '' | null | undefined> }

/** The fields that hold something; null and empty texts are dropped, except of those that may be emptied (EO-08, UC-03). */
export function givenFields<Fields extends object>(
  fields: Fields,
  mayBeEmpty: readonly (keyof Fields)[] = [],
): Sent<Fields> {
  const names: readonly PropertyKey[] = mayBeEmpty
  const given = Object.entries(fields).filter(
    ([name, value]) => value !== null && value !== undefined && (value !== '' || names.includes(name)),
  )
  // Whole entries were taken away, and none was added.
  return Object.fromEntries(given) as Sent<Fields>
}

/**
 * The fields to send: those that differ from what they were, as the form's schema reads them. `before` has them as they
 * are sent. Empty when the schema refuses the values (EO-08, UC-03).
 */
export function changedFields<Values, Fields extends object>(
  schema: z.ZodMiniType<Fields, Values>,
  before: { readonly [Field in keyof Fields]?: unknown },
  values: Values,
  mayBeEmpty: readonly (keyof Fields)[] = [],
): Sent<Fields> {
  const result = z.safeParse(schema, values)
  if (!result.success) return {}
  const was: Record<string, unknown> = { ...before }
  const given = Object.entries(givenFields(result.data, mayBeEmpty))
  const changed = given.filter(([name, value]) => value !== was[name])
  // As above.
  return Object.fromEntries(changed) as Sent<Fields>
}

/** What a form began with, what it holds now, and which fields a person has been to. */
export interface Typed<Values> {
  initial: Values
  values: Values
  touched: { [Field in keyof Values]?: true }
}

/**
 * Of the fields that were emptied those that an update can't empty: they are dropped before it is sent (EO-08, UC-03), so
 * they stay as they are.
 */
export function unclearedFields<Values extends object>(
  { initial, values }: Pick<Typed<Values>, 'initial' | 'values'>,
  mayBeEmpty: readonly (keyof Values)[] = [],
): FieldErrors<Values> {
  const names: readonly PropertyKey[] = mayBeEmpty
  const emptied = Object.entries(values).filter(
    // The fields of both are the same.
    ([name, value]) => value === '' && initial[name as keyof Values] !== '' && !names.includes(name),
  )
  // The names are some of the values' own.
  return Object.fromEntries(emptied.map(([name]) => [name, "Can't be cleared here"])) as FieldErrors<Values>
}
