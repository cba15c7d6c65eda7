/** A call that failed: no answer, an answer that refuses, or an answer that breaks the contract. */
export class RequestError extends Error {
  /** Method and path as the contract declares them, such as `GET /api/v1/users/me`. */
  readonly endpoint: string
  /** The HTTP status, or undefined when there was no answer. */
  readonly status: number | undefined
  readonly body: unknown

  constructor(message: string, at: { endpoint: string; status?: number; body?: unknown; cause?: unknown }) {
    super(message, { cause: at.cause })
    this.name = 'RequestError'
    this.endpoint = at.endpoint
    this.status = at.status
    this.body = at.body
  }
}

/** Whether it has fields at all. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** What the backend itself said about a failure, if it said anything. */
export function serverMessage(error: unknown): string | undefined {
  if (!(error instanceof RequestError) || !isRecord(error.body)) return undefined
  const { error: reason, message } = error.body
  if (isRecord(reason) && typeof reason.message === 'string' && reason.message) return reason.message
  return typeof message === 'string' && message ? message : undefined
}

/** What the backend calls a failure, such as `draft_ended`, if it calls it anything. */
export function serverCode(error: unknown): string | undefined {
  const reason = error instanceof RequestError && isRecord(error.body) ? error.body['error'] : undefined
  return isRecord(reason) && typeof reason['code'] === 'string' ? reason['code'] : undefined
}

/** What it calls the refusal of whoever may work in no organization any more, as signing in again would not help. */
export const accessEnded = 'access_ended'

/** What the backend says of a failure for programs, such as which record an id leads to now. */
export function serverDetails(error: unknown): Record<string, unknown> | undefined {
  const reason = error instanceof RequestError && isRecord(error.body) ? error.body['error'] : undefined
  const details = isRecord(reason) ? reason['details'] : undefined
  return isRecord(details) ? details : undefined
}

/** Said of a call that nobody has answered, in place of what a browser says of it (GE-16). */
export const noAnswer = 'The server did not answer. Check your connection, and try again.'

/** Said of an answer that is no success and says nothing itself. */
export const wordless = (status: number): string =>
  status >= 500
    ? `The server could not do this just now (${status}). Try again in a moment.`
    : `The server did not accept this (${status}).`

const failedCode = /dynamically imported module|Importing a module script failed|Unable to preload/i

/** Whether an error says that code could not be loaded, in the words of the browsers. */
export const isLoadFailure = (error: unknown): error is Error =>
  error instanceof Error && failedCode.test(error.message)

/**
 * The text to show a person for any failure (ER-01): what the backend says, or we. What a browser or a library says of an
 * error of its own is for nobody (GE-16). Never throws, never empty.
 */
export function errorMessage(error: unknown): string {
  if (error instanceof RequestError) return serverMessage(error) ?? (error.message || 'An unknown error occurred.')
  if (error instanceof Error && error.name === 'Error' && error.message) return error.message
  // What was asked for is made of code that a server which can not be reached does not deliver.
  return isLoadFailure(error) ? noAnswer : 'An unexpected error occurred.'
}

/** Whether what was asked for does not exist, or is nothing of the person's (GE-04). */
export const isNotFound = (error: unknown) => error instanceof RequestError && error.status === 404

/** Whether the backend understood what was sent and did not take it: what was typed is what has to change. */
export const isRefused = (error: unknown) =>
  error instanceof RequestError && error.status !== undefined && error.status >= 400 && error.status < 500

/** Whether the backend refused the session token, so that the person has to sign in again (SE-13). */
export const isUnauthorized = (error: unknown) => error instanceof RequestError && error.status === 401

const passing: ReadonlySet<number | undefined> = new Set([408, 425, 429])

/** Whether the backend refused the very request, so that the same one would be refused again. */
export const isRefusedForGood = (error: unknown) =>
  isRefused(error) && error instanceof RequestError && !passing.has(error.status)

const gateways: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504])

/** Whether nobody knows if it was done: no answer came, or one of whoever stands between and could not reach the backend. */
export const isUnanswered = (error: unknown): boolean => error instanceof RequestError && gateways.has(error.status)
