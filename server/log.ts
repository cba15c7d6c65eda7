import { DrizzleQueryError } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { secretFields } from '../contract/secretFields'
import { giveUpInLines } from './giveUp'

/** What comes after these in a path is a secret that opens something. */
const beforeSecrets = new Set(['pay', 'payments', 'token'])
// What is searched for is often a customer's name.
const secretNames = new Set([...secretFields, 'email', 'q'].map((name) => name.toLowerCase()))
const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a part of an address may be shown: names of ours are short, and ids open nothing. */
const isPlain = (part: string) => part.length < 30 || id.test(part)
const hidden = '…'

/** An address as it may be kept: without the tokens of mails and payment links, and without anybody's email or name. */
export function shownAddress(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const parts = path.split('/')
  const shownPath = parts.map((part, index) => {
    const before = parts.slice(0, index).findLast((one) => one !== '')
    return part !== '' && (beforeSecrets.has(before?.toLowerCase() ?? '') || !isPlain(part)) ? hidden : part
  })
  const shownQuery = query?.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2)
    return isPlain(pair) && !secretNames.has(name.toLowerCase()) ? pair : `${value === '' ? '' : `${name}=`}${hidden}`
  })
  return shownQuery === undefined ? shownPath.join('/') : `${shownPath.join('/')}?${shownQuery.join('&')}`
}

/** What a failure says of itself, without the values of the statement that failed: hashes and addresses are among them. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof DrizzleQueryError)) return messageOf(error)
  return `${error.cause === undefined ? 'Failed' : messageOf(error.cause)}, in: ${error.query}`
}

// Of class 22, wrong values, the message repeats the value in quotes.
function messageOf(error: Error): string {
  const isOfValue = 'code' in error && typeof error.code === 'string' && /^22\w{3}$/.test(error.code)
  return isOfValue ? error.message.replaceAll(/"[^"]*"/g, `"${hidden}"`) : error.message
}

/** What else a failure says that names things of ours and no values of anybody's. */
const facts = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const

interface ShownError {
  type: string
  message: string
  stack: string
  [fact: string]: unknown
}

/** How the log writes an error: only what is listed here, as drivers put statements, rows and whole requests into theirs. */
function shownError(error: Error): ShownError {
  const known = Object.fromEntries(
    facts.flatMap((name) => (name in error ? [[name, (error as unknown as Record<string, unknown>)[name]]] : [])),
  )
  // The first lines of a stack are the message once more.
  const frames = error.stack?.split('\n').filter((line) => /^ {4}at /.test(line)) ?? []
  return {
    type: error.name,
    message: reasonOf(error),
    ...known,
    stack: frames.join('\n'),
    ...(error.cause instanceof Error ? { cause: shownError(error.cause) } : {}),
  }
}

/** How requests and errors are written into the log. */
export const serializers = {
  req: ({ method, url, host, ip }: FastifyRequest) => ({ method, url: shownAddress(url), host, remoteAddress: ip }),
  err: shownError,
}

const levels = { info: 30, warn: 40, fatal: 60 } as const

/** A line that no request is the reason for: in production as the log writes it, for programs to read; else as plain text. */
export const lineOf = (text: string, level: keyof typeof levels, isProduction: boolean): string =>
  isProduction ? JSON.stringify({ level: levels[level], time: Date.now(), pid: process.pid, msg: text }) : text

/** What says such lines on standard output. */
export function voiceOf({ isProduction }: { isProduction: boolean }) {
  const at = (level: keyof typeof levels) => (text: string) =>
    void process.stdout.write(`${lineOf(text, level, isProduction)}\n`)
  return { say: at('info'), warn: at('warn') }
}

/** In production what Node itself says, and why a program of ours ends by a fault, are lines for programs to read, too. */
export function speakInLines({ isProduction }: { isProduction: boolean }): void {
  if (!isProduction) return
  giveUpInLines()
  const { warn } = voiceOf({ isProduction })
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => warn(`${name}: ${message}`))
  process.once('uncaughtException', (error) => {
    const line = { level: levels.fatal, time: Date.now(), pid: process.pid, err: shownError(error), msg: 'fault' }
    process.stderr.write(`${JSON.stringify(line)}\n`)
    process.exit(1)
  })
}
