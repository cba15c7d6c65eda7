import * as z from 'zod/mini'
import { manyLines, maxAmount, maxCount, noControls, oneLine } from '../schemas'

// What a person types is text; these turn it into what a request takes, with the messages that they read. Of a field's
// mistakes the first one counts, so none aborts: an aborted form would not judge its fields against each other.

const typedNumber = z.pipe(
  z.string(),
  z.transform((typed: string) => (typed.trim() === '' ? undefined : Number(typed))),
)

/** A number that must be given. `message` is for nothing typed, no number, and one that `check` refuses. */
export const requiredNumber = (message: string, check: (value: number) => boolean) =>
  z.pipe(typedNumber, z.number(message).check(z.refine(check, message), ...withinLimits))

/** A number that may be left out. */
export const optionalNumber = (message: string, check: (value: number) => boolean) =>
  z.pipe(typedNumber, z.optional(z.number(message).check(z.refine(check, message), ...withinLimits)))

const withinLimits = [z.maximum(maxAmount, 'At most 9,999,999.99'), z.multipleOf(0.01, 'At most two decimals')] as const

/** A number of units: whole, and no more than a request takes. */
export const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= maxCount

/** One line that must be given. */
export const requiredLine = (message: string, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, message),
      z.maxLength(max, `At most ${max} characters`),
      z.regex(oneLine, noControls),
    )

/** Several lines that may be left empty. */
export const optionalText = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `At most ${max} characters`), z.regex(manyLines, noControls))

export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Email is required'),
    z.maxLength(254, 'At most 254 characters'),
    z.email('Invalid email address'),
  )

/** The messages of a form, by field; fields without a mistake are absent. */
export type FieldErrors<Values> = { [Field in keyof Values]?: string }

/** The first message of every field that a schema refuses. */
export function fieldErrors<Values>(schema: z.ZodMiniType<unknown, Values>, values: Values): FieldErrors<Values> {
  const result = z.safeParse(schema, values)
  if (result.success) return {}
  const errors: FieldErrors<Values> = {}
  for (const issue of result.error.issues) {
    // Form schemas are flat objects, so the first step of a path is a field.
    const field = issue.path[0] as keyof Values | undefined
    if (field !== undefined) errors[field] ??= issue.message
  }
  return errors
}
