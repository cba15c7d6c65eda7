import * as z from 'zod/mini'
import { manyLines, maxAmount, maxCount, noControls, oneLine } from '../schemas'

// What a person types is text; these turn it into what a request takes, with the messages that they read. Of a field's
// mistakes the first one counts, so none aborts: an aborted form would not judge its fields against each other.

// One person groups thousands by what another one begins decimals with.
const notations = ['.', ','].flatMap((decimal) =>
  [',', '.', ' ', '\u00a0', '\u202f', "'", '’']
    .filter((thousands) => thousands !== decimal)
    .map((thousands) => ({
      thousands,
      decimal,
      pattern: new RegExp(`^(?:\\d*|[1-9]\\d{0,2}(?:[${thousands}]\\d{3})+)(?:[${decimal}]\\d*)?$`),
    })),
)

/**
 * The number that a person typed, in whatever notation: comma and dot are decimal signs as well as thousands signs.
 * Undefined when nothing is typed, NaN when no notation reads it, and 'ambiguous' when two read it differently, as
 * `1,234` (GE-08).
 */
export function readNumber(typed: string): number | 'ambiguous' | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  const isNegative = /^[-−]/.test(text)
  const digits = isNegative ? text.slice(1) : text
  if (!/\d/.test(digits)) return Number.NaN
  const readings = new Set(
    notations
      .filter(({ pattern }) => pattern.test(digits))
      .map(({ thousands, decimal }) => Number(digits.replaceAll(thousands, '').replace(decimal, '.'))),
  )
  if (readings.size > 1) return 'ambiguous'
  const [value = Number.NaN] = readings
  return isNegative && value !== 0 ? -value : value
}

/** What is wrong with a number that can be read in two ways. */
const ambiguousNumber = 'Leave out the thousands sign, as in 1234'

/** What is wrong with what no notation reads as a number. */
const noNumber = 'Must be a number'

/** What a field of a number shows that a record holds, or that was typed into it: of an amount both decimals. */
export function shownNumber(value: number | null | undefined, kind: 'amount' | 'count'): string {
  if (value === null || value === undefined) return ''
  const inCents = value.toFixed(2)
  // What has more decimals is shown as it is, so that nothing is rounded unseen.
  return kind === 'amount' && Number(inCents) === value ? inCents : `${value}`
}

/** What a field of a number shows once it is left; a text that is no plain number stays as it is, for its message. */
export function tidyNumber(typed: string, kind: 'amount' | 'count'): string {
  const value = readNumber(typed)
  const shown = typeof value === 'number' ? shownNumber(value, kind) : typed
  return readNumber(shown) === value ? shown : typed
}

/** Another kind of thing is not told as a number out of its range, unless the specification has one text for both. */
const typedNumber = (wrongKind: string) =>
  z.pipe(
    z.string().check(
      z.refine((typed) => readNumber(typed) !== 'ambiguous', ambiguousNumber),
      z.refine((typed) => !Number.isNaN(readNumber(typed)), wrongKind),
    ),
    z.transform(readNumber),
  )

/** What is wrong with an amount that was typed, in major units; a cent is not rounded unseen. */
export function amountMistake(typed: string, message = noNumber): string | undefined {
  const result = z.safeParse(
    requiredNumber(message, () => true, message),
    typed,
  )
  return result.success ? undefined : result.error.issues[0]?.message
}

/** A number that must be given. `message` is for nothing typed, and for one that `check` refuses. */
export const requiredNumber = (message: string, check: (value: number) => boolean, wrongKind = noNumber) =>
  z.pipe(typedNumber(wrongKind), z.number(message).check(z.refine(check, message), ...withinLimits))

/** A number that may be left out. */
export const optionalNumber = (message: string, check: (value: number) => boolean, wrongKind = noNumber) =>
  z.pipe(typedNumber(wrongKind), z.optional(z.number(message).check(z.refine(check, message), ...withinLimits)))

const withinLimits = [z.maximum(maxAmount, 'At most 9,999,999.99'), z.multipleOf(0.01, 'At most two decimals')] as const

/** A share in percent, of at most three decimals; nothing typed is none. */
export const typedPercent = (message: string, most: number) =>
  z.pipe(
    typedNumber(noNumber),
    z
      .number(message)
      .check(z.minimum(0, message), z.maximum(most, message), z.multipleOf(0.001, 'At most three decimals')),
  )

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

const anEmailAddress = z.email()

/** The same, or nothing. */
export const optionalEmailAddress = z.string().check(
  z.trim(),
  z.maxLength(254, 'At most 254 characters'),
  z.refine((typed) => typed === '' || z.safeParse(anEmailAddress, typed).success, 'Invalid email address'),
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
