import { callNamed } from './calls'
import { Blocked, CouldNotRun, RateLimited } from './errors'
import type { Account, Exchange } from './exchange'
import { isRecord } from './fields'
import { detailsOf } from './listing'
import type { Run } from './run'
import { codeOf } from './totp'
import { textOf } from './text'

const isHtml = ({ contentType, text }: { contentType: string; text: string }) =>
  contentType.includes('html') || /^\s*<(?:!doctype|html)/i.test(text)

/** Why the server can't be the one that is meant, or undefined when it may be. */
function misplaced(run: Run, { status, headers, contentType, text }: Exchange): string | undefined {
  if (status >= 300 && status < 400) {
    return `${run.options.baseUrl} redirects to ${textOf(headers['location'] ?? 'somewhere else')}; give the address that it leads to`
  }
  if (isHtml({ contentType, text }))
    return `${run.options.baseUrl} serves web pages where the API is expected; is it the right address?`
  if (status >= 200 && status < 300 && text === '') {
    return `${run.options.baseUrl} answers status ${status} with nothing in it; is it the right address?`
  }
  return undefined
}

/** A clock may go by so much before days, and what ends, can't be told from faults. */
const mostSkewMs = 30 * 60_000

/** How far the clock of the server is from this one, in words, where that is too far; undefined where it is not. */
function wrongClock(run: Run, { headers }: Exchange): string | undefined {
  const skew = Date.parse(textOf(headers['date'] ?? '')) - Date.now()
  if (Number.isNaN(skew) || Math.abs(skew) < mostSkewMs) return undefined
  const hours = Math.round(Math.abs(skew) / 360_000) / 10
  return `the clock of ${run.options.baseUrl} is ${hours} hours ${skew > 0 ? 'ahead of' : 'behind'} the one here, and what a day or a moment is can not be checked; set one of them right`
}

const causes: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host can not be resolved',
  EHOSTUNREACH: 'the host can not be reached',
  ECONNRESET: 'the connection was closed',
  EPROTO: 'it does not speak TLS there',
}

/** What to do about a certificate that nobody known has signed. */
const ownCertificate = (code: string) =>
  /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/.test(code)
    ? '; where it is its own, name its authority in NODE_EXTRA_CA_CERTS'
    : ''

/** Sends a first request without a token, to tell a server that can't be checked from one that breaks the contract. */
async function firstContact(run: Run): Promise<Exchange> {
  const call = callNamed('users.me')
  const request = run.sender.requestOf(call, { as: null })
  try {
    const { status, headers, text } = await run.sender.http.send(request, { signal: run.options.signal })
    const contentType = headers['content-type'] ?? ''
    return { call, request, status, headers, text, contentType, json: undefined, summary: `status ${status}` }
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    const isTls = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)
    throw new CouldNotRun(
      `${run.options.baseUrl} can not be checked: ${isTls ? `TLS, ${message}${ownCertificate(code)}` : (causes[code] ?? message)}`,
    )
  }
}

/** Signs an account in. Throws CouldNotRun when the fault is with the address or the password, Blocked when found. */
async function signIn(run: Run, account: Account, email: string, password: string, contact: Exchange): Promise<void> {
  let exchange: Exchange
  try {
    exchange = await run.ask('users.login', { as: null, body: { email, password } })
  } catch (error) {
    if (error instanceof RateLimited) throw new CouldNotRun(`can not sign in as ${email}: ${error.message}`)
    throw error
  }
  exchange = await withSecondStep(run, account, exchange)
  const { status, json } = exchange
  const isLost = misplaced(run, exchange)
  if (isLost !== undefined) throw new CouldNotRun(isLost)
  if (status === 404 || status === 405) {
    throw new CouldNotRun(
      `${run.options.baseUrl} has no POST /api/v1/users/login (status ${status}); is it the right address?`,
    )
  }
  const { data, message } = (json ?? {}) as {
    data?: { token?: unknown; user?: Record<string, unknown> } | null
    message?: unknown
  }
  if (status >= 400 && status < 500) {
    const said = typeof message === 'string' ? `: ${message}` : ''
    throw new CouldNotRun(`can not sign in as ${email} (status ${status})${said}`)
  }
  if (status >= 500 && contact.status >= 500) {
    throw new CouldNotRun(`${run.options.baseUrl} answers status ${status} to everything`)
  }
  const isSignedIn = run.isSuccess('session.login', exchange)
  const token = data?.token
  if (typeof token === 'string' && token !== '') {
    run.secrets.add(token, account.name === 'first' ? 'TOKEN' : 'SECOND_TOKEN')
    account.token = token
    if (account.name === 'first') run.signedInUser = data?.user
    return
  }
  if (isSignedIn && contact.status === 200) {
    throw new CouldNotRun(`${run.options.baseUrl} answers, but not as an Offerdesk backend; is it the right address?`)
  }
  run.verify('session.login', exchange, false, 'a token')
  throw new Blocked('there is no token to go on with')
}

/** A check that was ended has left a second step, and its journal knows a code. */
async function withSecondStep(run: Run, { name }: Account, exchange: Exchange): Promise<Exchange> {
  const { secondStep } = detailsOf(exchange)
  const token = isRecord(secondStep) ? secondStep['token'] : undefined
  const left = run.journal.ofKind('app').find(({ undo }) => undo.account === name)?.undo
  if (exchange.status !== 403 || left === undefined || typeof token !== 'string') return exchange
  run.secrets.add(token, 'STEP_TOKEN')
  // The first one is for removing it.
  const oneTimeCode = left.codes.length > 1 ? (left.codes.at(-1) ?? '') : codeOf(left.key, new Date())
  return run.ask('users.takeSecondStep', { as: null, body: { token, oneTimeCode } })
}

/** Signs in whoever was given. */
export async function signInAll(run: Run): Promise<void> {
  const { email, password, token, secondEmail, secondPassword, orderToken, expiredOrderToken } = run.options
  run.secrets.add(token, 'TOKEN')
  run.secrets.add(password, 'PASSWORD')
  run.secrets.add(secondPassword, 'SECOND_PASSWORD')
  run.secrets.add(orderToken, 'ORDER_TOKEN')
  run.secrets.add(expiredOrderToken, 'EXPIRED_ORDER_TOKEN')
  run.secrets.add(run.options.resetToken, 'RESET_TOKEN')
  const contact = await firstContact(run)
  const clock = wrongClock(run, contact)
  if (clock !== undefined) throw new CouldNotRun(clock)
  if (email !== undefined && password !== undefined) {
    await signIn(run, run.first, email, password, contact)
  } else {
    run.first.token = token ?? ''
    await proveToken(run, contact)
  }
  if (secondEmail === undefined || secondPassword === undefined) return
  const second: Account = { name: 'second', token: '' }
  await signIn(run, second, secondEmail, secondPassword, contact)
  run.second = second
}

async function proveToken(run: Run, contact: Exchange): Promise<void> {
  const lost = misplaced(run, contact)
  if (lost !== undefined) throw new CouldNotRun(lost)
  const exchange = await run.ask('users.me')
  if (exchange.status === 401) throw new CouldNotRun(`${run.options.baseUrl} does not take the token (status 401)`)
  if (exchange.status === 404) {
    throw new CouldNotRun(`${run.options.baseUrl} has no GET /api/v1/users/me (status 404); is it the right address?`)
  }
}
