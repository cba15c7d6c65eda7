import { lookup } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestPlainly } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from '../privateAddresses'
import { traced } from '../tracing/tracing'

/** How long a receiver is waited for, in milliseconds, and how many bytes of its answer are read and kept. */
export interface PostLimits {
  whole: number
  read: number
  kept: number
}
export const postLimits: PostLimits = { whole: 15_000, read: 64 * 1_024, kept: 500 }

export interface Posting {
  /** Whether an address may lead into a private network, and there without TLS. */
  allowsPrivate: boolean
  limits: PostLimits
  /** Gives it up. */
  stopping: AbortSignal
  /** Says where a name leads; the machine's own way to ask unless given. */
  resolve?: (host: string) => Promise<Place[]>
}

/** What a receiver has answered. */
export interface PostAnswer {
  status: number
  /** The beginning of its body. */
  text: string
}

/** Why nothing was answered, in a sentence for whoever has set the address up. */
export class Unanswered extends Error {}

interface Place {
  address: string
  family: number
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

const inPrivate = 'It is within a private network, where nothing is sent.'

/** Why nothing is sent to an address as it is written; undefined when it is to be looked up. */
export function whyNotSentTo(address: string, allowsPrivate: boolean): string | undefined {
  const url = new URL(address)
  if (allowsPrivate) return undefined
  if (url.protocol !== 'https:') return 'Must begin with https://'
  const host = hostOf(url)
  return isIP(host) !== 0 && isPrivateAddress(host) ? inPrivate : undefined
}

const lookedUp = (host: string): Promise<Place[]> =>
  lookup(host, { all: true }).catch(() => {
    throw new Unanswered(`There is no server ${host}.`)
  })

/** Where an address leads, which are then the only places that are called: a name may lead elsewhere the next time. */
async function placesOf(url: URL, { allowsPrivate, resolve = lookedUp }: Posting): Promise<Place[]> {
  const host = hostOf(url)
  const found = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }]
  const isPrivate = found.some(({ address }) => isPrivateAddress(address))
  if (isPrivate && !allowsPrivate) throw new Unanswered(inPrivate)
  if (!isPrivate && url.protocol !== 'https:') throw new Unanswered('Without https nothing is sent to the internet.')
  return found
}

/**
 * Posts a body once, and follows no redirect. Answers with what is said of it within the limit, however much follows;
 * rejects with {@link Unanswered}.
 */
export function post(address: string, sent: Posted, posting: Posting): Promise<PostAnswer> {
  const { hostname, protocol } = new URL(address)
  // The rest of an address is a secret where its owner has made it one.
  const facts = { 'http.request.method': 'POST', 'server.address': hostname, 'url.scheme': protocol.slice(0, -1) }
  return traced({ name: 'POST', kind: 'call', facts }, async (note) => {
    const answer = await postOnce(address, sent, posting)
    note({ 'http.response.status_code': answer.status })
    return answer
  })
}

interface Posted {
  headers: Readonly<Record<string, string>>
  body: string
}

async function postOnce(address: string, { headers, body }: Posted, posting: Posting): Promise<PostAnswer> {
  const { limits, stopping } = posting
  const url = new URL(address)
  const tooLate = AbortSignal.timeout(limits.whole)
  const signal = AbortSignal.any([stopping, tooLate])
  try {
    const places = await Promise.race([placesOf(url, posting), abortOf(signal)])
    const send = url.protocol === 'https:' ? request : requestPlainly
    const asked = send({
      method: 'POST',
      host: hostOf(url),
      port: url.port,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body), 'accept-encoding': 'identity' },
      lookup: only(places),
      // A connection of its own, which nobody else has opened.
      agent: false,
      signal,
    })
    asked.end(body)
    return await answerOf(asked, limits)
  } catch (error) {
    throw new Unanswered(tooLate.aborted ? `It did not answer within ${limits.whole / 1_000} seconds.` : said(error))
  }
}

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Unanswered('It was given up.')), { once: true })
  })

const only =
  (places: readonly Place[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = places
    if (all || !first) done(null, [...places])
    else done(null, first.address, first.family)
  }

const answerOf = (asked: ClientRequest, limits: PostLimits): Promise<PostAnswer> =>
  new Promise((resolve, reject) => {
    let status: number | undefined
    let read = 0
    let kept = Buffer.alloc(0)
    // By its status all is said, whatever becomes of the rest.
    const end = (error?: Error) => {
      asked.destroy()
      if (status === undefined) reject(error ?? new Unanswered('It broke the connection off.'))
      else resolve({ status, text: shownText(kept) })
    }
    asked.on('error', end)
    asked.on('response', (response: IncomingMessage) => {
      status = response.statusCode
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (kept.length < limits.kept) kept = Buffer.concat([kept, chunk]).subarray(0, limits.kept)
        if (read >= limits.read) end()
      })
      response.on('end', end).on('error', end).on('close', end)
    })
  })

/** Bytes as a text that can be stored and shown. */
const shownText = (bytes: Buffer) => bytes.toString('utf8').replace(/[^\P{Cc}\t\n]/gu, '\uFFFD')

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'It refused the connection.',
  ECONNRESET: 'It broke the connection off.',
  EPIPE: 'It broke the connection off.',
  EHOSTUNREACH: 'No way leads to it.',
  ENETUNREACH: 'No way leads to it.',
  ETIMEDOUT: 'It did not answer.',
}

function said(error: unknown): string {
  if (!(error instanceof Error)) return 'The connection failed.'
  if (error instanceof Unanswered) return error.message
  const code = 'code' in error ? String(error.code) : ''
  return sentences[code] ?? `The connection failed: ${error.message}`
}
