import * as z from 'zod/mini'

// Under the Content-Security-Policy no code may be made from strings, so zod must not compile its parsers.
z.config({ jitless: true })

const secrets = new WeakSet<z.ZodMiniType>()

/**
 * Marks a value that nobody may see or keep: recordings and inspectors get a stand-in for it. A field with such a value
 * has its name in `secretFields` (secretFields.ts).
 */
export function secret<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  secrets.add(schema)
  return schema
}
export const isSecret = (schema: z.ZodMiniType) => secrets.has(schema)

/** Highest amount of money and highest count that any field takes. */
export const maxAmount = 9_999_999.99
export const maxCount = 9_999_999

/** An opaque id: whatever the backend calls its records (AP-03). */
export const id = z.string().check(z.minLength(1), z.maxLength(200))

/** Money in major units, a JSON number with at most two decimals (AP-03). */
export const money = z.number().check(z.minimum(0), z.maximum(maxAmount), z.multipleOf(0.01))

/** Money that must not be zero, such as the price that an offer is sold at. */
export const price = money.check(z.gt(0))

/** A whole number of units, zero included. */
export const count = z.int().check(z.minimum(0), z.maximum(maxCount))

// Control characters and lone surrogates are refused: PostgreSQL can't store the first, JSON can't carry the second.
export const oneLine = /^[^\p{Cc}\p{Cs}]*$/u
export const manyLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u

/** What is wrong with a text that those refuse. */
export const noControls = 'Control characters are not allowed'

/** One line of text, trimmed, from one to `max` characters. */
export const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(oneLine))

/** One line of text, trimmed, that may be empty. */
export const optionalLine = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `At most ${max} characters`), z.regex(oneLine, noControls))

/** Text of several lines, trimmed, up to `max` characters; may be empty. */
export const text = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(manyLines))

/** An email address, trimmed and in lower case, up to 254 characters. */
export const email = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)),
  z.email('Invalid email address'),
)

/** The same, or an empty text for none. */
export const optionalEmail = z.union([email, z.literal('')], 'Invalid email address')

/** A new password: 8 to 128 characters, taken as typed. */
export const newPassword = secret(
  z
    .string()
    .check(
      z.minLength(8, 'Password must have at least 8 characters'),
      z.maxLength(128, 'Password must have at most 128 characters'),
      z.regex(oneLine, noControls),
    ),
)

/** A secret that was handed out by the backend, such as the token of a mail or a payment link. */
export const token = secret(z.string().check(z.minLength(1), z.maxLength(512), z.regex(/^[\w.~-]+$/)))

/** Whether anything is given, in the parts of an object too. */
export const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isGiven) : value !== undefined

/** Of an update, at least one field has to be given (EO-07, UC-03). */
export const noFields = 'No update fields provided'
export const someField = z.refine<object>(isGiven, noFields)

/** A moment as ISO 8601 with its zone (AP-03). */
export const moment = z.iso.datetime({ offset: true })

/** A day or a moment as ISO 8601: a campaign begins and ends on days. */
export const dayOrMoment = z.union([z.iso.date(), moment])

// What a backend answers may lack what the specification doesn't demand, and may carry more than we know (AP-03, AP-05).
export const shownText = z.nullish(z.string())
export const shownNumber = z.nullish(z.number())

/** What every acknowledged command answers. */
export const acknowledged = z.object({ success: z.boolean(), message: z.string() })

/** A field that is wrong, by its place in the request, and why. */
const wrongField = z.object({ path: z.string(), message: z.string() })

/** What the refusal of an outdated change tells: the record as it is now (GE-09). */
export const outdatedDetails = z.object({ current: z.record(z.string(), z.unknown()) })

/** What is told of a customer who is a part of another now: whom (CU-04). */
export const mergedDetails = z.object({ mergedInto: id })

/** An order as others name it. */
export const namedOrder = z.object({ id, number: z.union([z.string(), z.number()]) })

/** What is told of a draft that has become an order: which (NO-03). */
export const placedDetails = z.object({ placedOrder: namedOrder })

/** What is told of a sign-in that needs a second step: the token that completes it, and by what (SE-06). */
export const secondStepDetails = z.object({ secondStep: z.object({ token, ways: z.nullish(z.array(z.string())) }) })

const errorDetails = z.union([z.array(wrongField), outdatedDetails, mergedDetails, placedDetails, secondStepDetails])

/** What every failure answers (AP-02). */
export interface ErrorBody {
  success: false
  message: string
  error: { code: string; message: string; details?: z.infer<typeof errorDetails> | undefined }
}

const errorFields = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.object({ code: z.string(), message: z.string(), details: z.optional(errorDetails) }),
})

/** The one body of every failure (AP-02). Its type has a name, as the types of all calls would be too long with all of it. */
export const errorBody: z.ZodMiniType<ErrorBody, ErrorBody> = errorFields

/** The same with all of it, for what is made of its fields. */
export type ErrorFields = typeof errorFields

/** What each route says about itself: whose call it is, and who may make it. */
export interface RouteMetadata {
  level: 'core' | 'extension'
  auth: 'public' | 'user' | 'telephone'
  /** Of a call that changes nothing although it is no GET, as what it asks for is too long for an address. */
  reads?: true
  /** Of a call that answers with a stream instead of JSON: what the documents say of it. */
  streams?: { contentType: string; description: string; example: string }
}
/** What a workbook of a spreadsheet program is told by. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** An archive of an organization. */
export const archiveType = 'application/gzip'
/** What a call streams that answers a workbook of one sheet; of which rows the description says. */
export const streamsWorkbook = (description: string) => ({
  contentType: workbookType,
  description: `A workbook of one sheet with ${description}`,
  // As every ZIP begins.
  example: 'PK',
})
export const core = { level: 'core', auth: 'user' } as const satisfies RouteMetadata
export const coreRead = { ...core, reads: true } as const satisfies RouteMetadata
export const corePublic = { level: 'core', auth: 'public' } as const satisfies RouteMetadata
export const extension = { level: 'extension', auth: 'user' } as const satisfies RouteMetadata
export const extensionRead = { ...extension, reads: true } as const satisfies RouteMetadata
/** By the token of an organization's telephone system. */
export const extensionTelephone = { level: 'extension', auth: 'telephone' } as const satisfies RouteMetadata
export const extensionPublic = { level: 'extension', auth: 'public' } as const satisfies RouteMetadata

/** A whole number in the query of an address, where it is text. */
export const countInAddress = (standard: number, max: number, min = 1) =>
  z._default(
    z.pipe(
      z.pipe(
        z.union([z.string().check(z.regex(/^\d{1,7}$/, 'Must be a number')), z.int()]),
        z.transform((digits) => Number(digits)),
      ),
      z.int().check(z.minimum(min), z.maximum(max)),
    ),
    standard,
  )
