/** The fields of a record or a body, before anything is known of what they hold. */
export type Fields = Record<string, unknown>
