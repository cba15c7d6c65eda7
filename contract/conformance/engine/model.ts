import type { Kind } from '../rules'

/** What a run of the checker is asked to do. */
export interface CheckOptions {
  /** Scheme, host and port of the server, with a prefix if it has one; without `/api/v1`. */
  baseUrl: string
  email?: string
  password?: string
  /** A session token, instead of or beside email and password. */
  token?: string
  /** An account that is a member of no organization of the first. */
  secondEmail?: string
  secondPassword?: string
  /** The token of a payment link that has not expired. */
  orderToken?: string
  /** The token of a payment link that has expired. */
  expiredOrderToken?: string
  /** The token of a mail that resets the first account's password; it is used up. */
  resetToken?: string
  level: 'core' | 'full'
  /** Resources of the contract, such as `offers`; all when left out. */
  only?: string[]
  /** Sends nothing but GET, login and search. */
  readOnly: boolean
  /** The same seed makes the same cases. */
  seed: number
  /** Findings of one part of an earlier run, by their names: whether they still stand is all that is asked for. */
  again?: { part: string; findings: readonly string[]; isAlone?: boolean }
  /** Leaves out the parts that take long, and those that are chiefly about something else. */
  brief?: boolean
  /** How the checker was begun, so that scripts can begin it again: a folder, and what is run there. */
  begunBy?: { folder: string; command: readonly string[] }
  /** Leaves the records that the run makes, so that they can be looked at. */
  keep?: boolean
  /** Where to keep what has to be undone, for when the process is ended; it goes when nothing is left of it. */
  journalFile?: string
  /** Milliseconds that the server has for each answer; 10,000 when left out. */
  requestTimeoutMs?: number
  onProgress?: (progress: Progress) => void
  /** Hears which part has applied which rule to which call. */
  onApplied?: (part: string, rule: string, call: string) => void
  /** Ends the run early: it cleans up and returns a partial report. */
  signal?: AbortSignal
}

/** How far a run is. */
export interface Progress {
  /** What is being checked, in words. */
  stage: string
  /** Part of the run that is done, from 0 to 1. */
  done: number
  elapsedMs: number
  /** Estimated; undefined at the beginning. */
  leftMs: number | undefined
  requests: number
  findings: number
  /** Requests and findings per call. */
  calls: readonly { call: string; requests: number; findings: number }[]
}

/** One way in which the server breaks the contract. */
export interface Finding {
  /** Id of a rule of rules.ts, such as `search.total`. */
  rule: string
  /** Router and name of the call, such as `offers.update`. */
  call: string
  kind: Kind
  /** What goes wrong, in words. */
  reason: string
  expected: string
  actual: string
  /** A command that repeats the request; secrets are `$TOKEN` and `$PASSWORD`. */
  curl: string
  /** A whole script for sh that repeats the finding by itself: it signs in, makes what is needed, and asks. */
  script: string
  /** What else was seen where the same was expected, such as other fields; left out when nothing was. */
  others?: string[]
  /** How often it was seen. */
  count: number
}

/** What became of each call of the chosen level. */
export interface CallReport {
  call: string
  method: string
  path: string
  level: 'core' | 'extension'
  requests: number
  /** Requests that the contract allows, and that it forbids. */
  valid: number
  invalid: number
  /** Whether a valid request was answered with success. */
  exercised: boolean
  /** Why it was not; left out of one that was. */
  why?: string
}

/** The outcome of a run; report.schema.json describes it. */
export interface Report {
  format: 1
  baseUrl: string
  level: 'core' | 'full'
  seed: number
  readOnly: boolean
  /** ISO 8601, UTC. */
  startedAt: string
  durationMs: number
  /** Whether it was ended early, so that it says less than it could. */
  interrupted: boolean
  calls: CallReport[]
  /** How often each rule was applied; a rule that was never applied is not here. */
  rules: { rule: string; checks: number; findings: number }[]
  findings: Finding[]
  skipped: { rule: string; reason: string }[]
  /** Calls that no valid request reached. */
  notExercised: string[]
  /** What the run made and could not take away. */
  leftovers: string[]
}
