import { tokenOf } from '../engine/history'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'
import { plain, unknownEmail } from './sessions'

/** Mails are asked for as rarely as can be: one to the account, and to addresses that nobody has. */
export async function checkMails(run: Run, world: World): Promise<void> {
  const { email } = run.options
  const nobody = unknownEmail(world.marker)
  await attempt(run, 'shape.valid', async () => {
    const unknown = await run.succeed('shape.valid', 'users.signup', { as: null, body: { email: nobody } })
    if (!run.isFull || email === undefined) return
    const known = await run.ask('users.signup', { as: null, body: { email } })
    const [one, other] = [plain(unknown, nobody), plain(known, email)]
    run.verify('session.signup', known, one === other, `what an unknown address is answered: ${one}`, other)
  })
  // Before others are mailed, as only the newest link may be good.
  await attempt(run, 'session.resetEnds', () => checkMailedReset(run))
  await attempt(run, 'session.reset', () => checkReset(run, nobody))
  await attempt(run, 'refusal.token', async () => {
    const statuses = [400, 401, 403, 404, 409, 410, 422]
    const token = `${world.marker}-never-given-out-00000000000000`
    const wanted = { as: null, isValid: true }
    // The password that the account has already: should the server take the token, nobody is locked out.
    const own = run.options.password ?? ''
    const [owner, password] =
      email !== undefined && own.length >= 8 ? [email, own] : [nobody, `${world.marker}-Passw0rd`]
    const reset = { ...wanted, body: { email: owner, password, token } }
    await run.refuse('refusal.token', 'users.resetPassword', reset, statuses)
    for (const name of ['token', 'inviteToken']) {
      const body = { name: 'Nobody', password, [name]: token }
      await run.refuse('refusal.token', 'users.completeSignup', { ...wanted, body }, statuses)
    }
    const me = await run.ask('users.me')
    run.verify('access.noEffect', me, me.status === 200, 'the session untouched by a refused reset')
  })
}

/** With the token of a mail, the password that the account has is set anew: its sessions end, and so does the token. */
async function checkMailedReset(run: Run): Promise<void> {
  const rule = 'session.resetEnds'
  const { email, password, resetToken } = run.options
  if (resetToken === undefined || email === undefined || password === undefined) {
    run.recorder.skip(rule, 'no token of a mailed reset was given (--reset-token)')
    return
  }
  const login = () => run.succeed('session.login', 'users.login', { as: null, body: { email, password } })
  const session = { name: 'first' as const, token: tokenOf(await login()) ?? '' }
  const body = { email, password, token: resetToken }
  const near = { ...body, token: `${resetToken}x` }
  run.secrets.add(near.token, 'LONGER_RESET_TOKEN', { of: 'RESET_TOKEN', by: 'it + "x"' })
  const statuses = [400, 401, 403, 404, 409, 410, 422]
  await run.refuse('refusal.token', 'users.resetPassword', { as: null, body: near, isValid: true }, statuses)
  if (!run.isSuccess(rule, await run.ask('users.resetPassword', { as: null, body }))) return
  for (const as of [session, run.first]) await run.refuse(rule, 'users.me', { as, isValid: true }, [401])
  await run.refuse(rule, 'users.resetPassword', { as: null, body, isValid: true }, statuses)
  run.first.token = tokenOf(await login()) ?? run.first.token
  run.secrets.add(run.first.token, 'TOKEN')
}

/** At level full, who asks can't tell whether the address is known. A mail goes to the account only where that is needed. */
async function checkReset(run: Run, nobody: string): Promise<void> {
  const { email } = run.options
  const ask = (address: string) => ({ as: null, body: { email: address } })
  const unknown = await run.ask('users.startPasswordReset', ask(nobody))
  const isRefused = !run.isFull && [400, 404, 422].includes(unknown.status)
  if (!isRefused && !run.isSuccess('session.reset', unknown)) return
  if (email === undefined || !(isRefused || run.isFull)) return
  const known = await run.succeed('session.reset', 'users.startPasswordReset', ask(email))
  if (isRefused) return
  const [one, other] = [plain(known, email), plain(unknown, nobody)]
  run.verify('session.reset', unknown, one === other, `what a known address is answered: ${one}`, other)
}
