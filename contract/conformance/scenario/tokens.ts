import { type Call, isReading } from '../engine/calls'
import type { Ask } from '../engine/exchange'
import type { Run } from '../engine/run'
import { attempt, sideBySide } from '../engine/steps'
import { otherCaseBy, withOtherCase } from '../engine/text'
import type { World } from '../engine/world'
import { type Scratch, validAsk } from './validAsks'

/** The same as below, for the scripts of the findings. */
const alteredBy = 'const m = Math.floor(it.length / 2); it.slice(0, m) + (it[m] === "A" ? "B" : "A") + it.slice(m + 1)'

/** Ways of not being signed in. */
function notSignedIn(run: Run): [what: string, headers: Record<string, string>][] {
  const { token } = run.first
  const middle = Math.floor(token.length / 2)
  // The last letter of a token may hold bits that count for nothing; a letter in the middle does not.
  const altered = `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`
  run.secrets.add(altered, 'ALTERED_TOKEN', { of: 'TOKEN', by: alteredBy })
  run.secrets.add(token.slice(0, -4), 'CUT_TOKEN', { of: 'TOKEN', by: 'it.slice(0, -4)' })
  run.secrets.add(withOtherCase(token), 'OTHER_CASE_TOKEN', { of: 'TOKEN', by: otherCaseBy })
  run.secrets.add(Buffer.from(token).toString('base64'), 'BASE64_TOKEN', {
    of: 'TOKEN',
    by: 'Buffer.from(it).toString("base64")',
  })
  return [
    ['no token', {}],
    ['an empty token', { authorization: 'Bearer' }],
    ['a malformed token', { authorization: 'Bearer not-a-token' }],
    ['an altered token', { authorization: `Bearer ${altered}` }],
    ['a token twice', { authorization: `Bearer ${token}${token}` }],
    ['half of a token', { authorization: `Bearer ${token.slice(0, -4)}` }],
    ['another scheme', { authorization: `Basic ${Buffer.from(token).toString('base64')}` }],
    // The specification does not say that the case of letters counts in a token, nor in the scheme before it.
    ...(run.isFull ? looseSchemes(token) : []),
  ]
}

const looseSchemes = (token: string): [what: string, headers: Record<string, string>][] => [
  ['the token in other letters', { authorization: `Bearer ${withOtherCase(token)}` }],
  ['the token with another scheme', { authorization: `Basic ${token}` }],
  ['the token without a scheme', { authorization: token }],
]

/** Every call that needs a session is made without one, in all other respects rightly. */
export async function checkTokens(run: Run, world: World, scratch: Scratch): Promise<void> {
  const without = async (call: Call) => {
    if (call.auth === 'public' || (run.options.readOnly && !isReading(call))) return
    const ask = validAsk(world, scratch, call.name)
    if (ask === undefined) return
    for (const [what, headers] of notSignedIn(run)) {
      const rule = what === 'no token' ? 'access.noToken' : 'access.wrongToken'
      await attempt(run, rule, () => refused(run, rule, call.name, { ...ask, as: null, headers, isValid: true }))
    }
  }
  // Signing out comes last: where a wrong token is taken it ends the session, and whatever follows is rightly refused.
  const signsOut = ({ name }: Call) => name === 'users.logout'
  await sideBySide(
    run,
    run.provenCalls.filter((call) => !signsOut(call)),
    without,
  )
  await sideBySide(run, run.provenCalls.filter(signsOut), without)
  if (!run.options.readOnly) {
    await attempt(run, 'access.endedToken', () => checkEnded(run, world, scratch))
  }
}

async function refused(
  run: Run,
  rule: 'access.noToken' | 'access.wrongToken' | 'access.endedToken',
  name: string,
  ask: Ask,
) {
  await run.refuse(rule, name, ask, [401])
}

/** At level core nobody asks for the call; where it is there, it has to end the one session and no other. */
async function hasLogout(run: Run, ask: Ask): Promise<boolean> {
  let status = 0
  await run.recorder.muted(async () => {
    status = (await run.ask('users.logout', ask)).status
  })
  return status === 200
}

/** A session of its own is ended, and its token tried on every call. */
async function checkEnded(run: Run, world: World, scratch: Scratch): Promise<void> {
  const { email, password } = run.options
  if (email === undefined || password === undefined) {
    run.recorder.skip('access.endedToken', 'no email and password were given to open a session with')
    return
  }
  const login = await run.succeed('session.login', 'users.login', { as: null, body: { email, password } })
  const { data } = login.json as { data: { token: string } }
  const ended = { name: 'first' as const, token: data.token }
  run.verify('session.login', login, data.token !== run.first.token, 'a token of its own for each session')
  await run.succeed('session.login', 'users.me', { as: ended })
  const logout = { as: ended, body: {} }
  if (run.isFull) await run.succeed('access.endedToken', 'users.logout', logout)
  else if (!(await hasLogout(run, logout))) {
    run.recorder.skip(
      'access.endedToken',
      'the twenty calls have none that ends a session, and the server has no users/logout',
    )
    return
  }
  await sideBySide(run, run.provenCalls, async (call) => {
    const ask = call.auth === 'public' ? undefined : validAsk(world, scratch, call.name)
    if (ask !== undefined) await refused(run, 'access.endedToken', call.name, { ...ask, as: ended, isValid: true })
  })
  await run.succeed('session.independent', 'users.me')
}
