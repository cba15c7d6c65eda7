import { change } from '../engine/compare'
import { type Ask, dataIn, type Exchange, saidBy } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { otherCaseBy, withOtherCase } from '../engine/text'
import type { World } from '../engine/world'

export const unknownEmail = (marker: string) => `${marker}@unknown.offerdesk.example`

/** Signing in, and what it must not give away. It tries as few wrong passwords as can be, as servers count them. */
export async function checkSessions(run: Run, world: World): Promise<void> {
  await attempt(run, 'session.me', () => checkMe(run))
  const { email, password, secondEmail, secondPassword } = run.options
  if (email === undefined || password === undefined) {
    for (const rule of ['session.login', 'session.wrongPassword', 'session.enumeration'] as const) {
      run.recorder.skip(rule, 'no email and password were given')
    }
    return
  }
  await attempt(run, 'session.wrongPassword', async () => {
    const wrong = await tryPassword(run, email, nearly(password), ['OTHER_CASE', nearlyBy(password)])
    await attempt(run, 'session.enumeration', () => checkEnumeration(run, world, wrong, { email, password }))
    if (password.length > 1) await tryPassword(run, email, password.slice(0, -1), ['CUT', 'it.slice(0, -1)'])
    if (run.isFull) await tryOddPasswords(run, email, password)
    if (secondEmail === undefined || secondPassword === undefined) return
    await tryPassword(run, secondEmail, `${secondPassword}x`, ['LONGER', 'it + "x"'])
    if (run.isFull && secondPassword.length < 128) {
      await tryPassword(run, secondEmail, `${secondPassword} `, ['PADDED', 'it + " "'])
    }
  })
  if (run.isFull) await attempt(run, 'refusal.wait', () => checkHaste(run, world))
  if (run.isFull) await attempt(run, 'session.login', () => checkOtherWays(run, email, password))
  await attempt(run, 'session.independent', async () => {
    const exchange = await run.succeed('session.independent', 'users.me')
    run.verify(
      'session.independent',
      exchange,
      isSameEmail(dataIn(exchange)['email'], email),
      'the session to go on',
      undefined,
    )
  })
}

/** A session beside the run's own, ended at once where there is a call for that. */
export async function signInAgain(run: Run, ask: Ask): Promise<Exchange> {
  const exchange = await run.succeed('session.login', 'users.login', { as: null, ...ask })
  const { token } = dataIn(exchange)
  if (run.isFull && !run.options.readOnly && typeof token === 'string' && token !== run.first.token) {
    await run.succeed('session.login', 'users.logout', { as: { name: 'first', token }, body: {} })
  }
  return exchange
}

/** An address is the same in capital letters; the app sends the token that it has, were its session ended or not. */
async function checkOtherWays(run: Run, email: string, password: string): Promise<void> {
  await signInAgain(run, { body: { email: email.toUpperCase(), password } })
  const headers = { authorization: 'Bearer of-a-session-that-has-ended' }
  await signInAgain(run, { body: { email, password }, headers })
}

const isSameEmail = (shown: unknown, email: string) =>
  typeof shown === 'string' && shown.trim().toLowerCase() === email.trim().toLowerCase()

async function checkMe(run: Run): Promise<void> {
  // The app sends what cookies there are; the token alone counts.
  const me = await run.succeed('session.me', 'users.me', { headers: { cookie: 'theme=dark' } })
  const { email, secondEmail } = run.options
  if (email !== undefined) {
    run.verify('session.me', me, isSameEmail(dataIn(me)['email'], email), `the user ${email}`)
    const loggedIn = run.signedInUser
    const shared = Object.keys(loggedIn ?? {}).filter((name) => name in dataIn(me))
    const pick = (fields: Fields) => Object.fromEntries(shared.map((name) => [name, fields[name]]))
    const differs = change(pick(loggedIn ?? {}), pick(dataIn(me)))
    run.verify('session.me', me, differs === undefined, 'the user that signing in has answered', differs)
  }
  if (run.second !== undefined && secondEmail !== undefined) {
    const other = await run.succeed('session.me', 'users.me', { as: run.second })
    run.verify('session.me', other, isSameEmail(dataIn(other)['email'], secondEmail), `the user ${secondEmail}`)
  }
}

const nearlyBy = (password: string) => (nearly(password) === `${password}~` ? 'it + "~"' : otherCaseBy)

/** Almost the password; where it has no letters, one sign more. */
const nearly = (password: string) => {
  const other = withOtherCase(password)
  return other === password ? `${password}~` : other
}

/** How a wrong password is called, and how it follows from the right one. */
type Way = [name: string, by: string]

/** Without a way, the password is the right one of another account. */
async function tryPassword(run: Run, email: string, password: string, way?: Way): Promise<Exchange> {
  if (way !== undefined) {
    const [name, by] = way
    const of = email === run.options.email ? 'PASSWORD' : 'SECOND_PASSWORD'
    run.secrets.add(password, `${name}_${of}`, { of, by })
  }
  const ask = { as: null, body: { email, password } }
  return run.refuse('session.wrongPassword', 'users.login', ask, [400, 401, 403, 422])
}

/** What some ways to hash a password cut off, or fail at; and what a careless query takes for a condition. */
async function tryOddPasswords(run: Run, email: string, password: string): Promise<void> {
  await tryPassword(run, email, `${password}\0x`, ['NUL', String.raw`it + "\\u0000x"`])
  if (password.length <= 80)
    await tryPassword(run, email, `${password}${'é'.repeat(48)}`, ['LONG', 'it + "é".repeat(48)'])
  const ask = { as: null, body: { email, password: { $ne: '' } } }
  await run.refuse('session.wrongPassword', 'users.login', ask, [400, 401, 422])
}

/** What was said, whoever asked. */
export const plain = (exchange: Exchange, email: string) => saidBy(exchange, (text) => text.replaceAll(email, '…'))

/** Nobody's address is tried with a password that is somebody's: a server may look for one of the two alone. */
async function checkEnumeration(
  run: Run,
  world: World,
  wrong: Exchange,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const unknown = await tryPassword(run, unknownEmail(world.marker), password)
  const [one, other] = [plain(wrong, email), plain(unknown, unknownEmail(world.marker))]
  run.verify('session.enumeration', unknown, one === other, `the answer that a wrong password gets: ${one}`, other)
  if (!run.isFull) return
  const [due, given] = [headersOf(wrong), headersOf(unknown)]
  run.verify('session.enumeration', unknown, due === given, `the headers that a wrong password gets: ${due}`, given)
}

/** As many tries of nobody's address at once as make a server that counts them ask to wait. */
async function checkHaste(run: Run, { marker }: World): Promise<void> {
  const body = { email: unknownEmail(`${marker}-hasty`), password: `${marker}-no-passw0rd` }
  const ask = { as: null, body, isHasty: true }
  const statuses = [400, 401, 403, 422, 429]
  await Promise.all(Array.from({ length: 7 }, () => run.refuse('session.wrongPassword', 'users.login', ask, statuses)))
}

/** The names of an answer's headers, but for those that depend on the connection. */
const headersOf = ({ headers }: Exchange) =>
  Object.keys(headers)
    .filter((name) => !/^(?:connection|keep-alive|content-length|transfer-encoding|date|age)$/.test(name))
    .toSorted()
    .join(', ')
