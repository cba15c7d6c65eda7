import type { Account, Exchange } from '../engine/exchange'
import { tokenOf } from '../engine/history'
import { detailsOf, recordOf, type Row, rowsOf } from '../engine/listing'
import { isAboutNow } from '../engine/moments'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { whileHearing } from './events'
import { hidden } from './foreign'
import { refuseForeign } from './intrusion'
import { listOf } from './paying'

const noPassword = 'no email and password were given to open a session with'

/** What a browser says of itself. */
const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A session beside the run's own, of another browser; or of what the run itself says that it is. */
async function openAnother(run: Run, headers: Record<string, string> = { 'user-agent': browser }): Promise<Account> {
  const { email, password } = run.options
  const login = await run.succeed('session.login', 'users.login', { as: null, headers, body: { email, password } })
  return { name: 'first', token: tokenOf(login) ?? '' }
}

/** Whether an address is told with the part that tells one line from its neighbours. */
export const isWholeNetwork = (network: unknown): boolean => /^\d+\.\d+\.\d+\.[1-9]\d*$/.test(textOf(network ?? ''))

const devicesOf = (run: Run, as: Account = run.first) => run.succeed('devices.list', 'users.sessions', { as })
const currentOf = (listed: Exchange): Row[] => rowsOf(listed).filter((row) => row['isCurrent'] === true)
const isOut = (run: Run, as: Account, rule: 'devices.end' | 'devices.password') =>
  run.refuse(rule, 'users.me', { as, isValid: true }, [401])

/** Where the user is signed in is listed, and one device of the run's own is signed out (ST-01). */
export async function checkDevices(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  const { email, password } = run.options
  if (email === undefined || password === undefined) {
    for (const rule of ['devices.list', 'devices.end'] as const) run.recorder.skip(rule, noPassword)
    return
  }
  const other = await openAnother(run)
  let device: Row | undefined
  await attempt(run, 'devices.list', async () => {
    // Of the same browser, and signed out with all others in the end.
    await openAnother(run)
    const [here, there] = [await devicesOf(run), await devicesOf(run, other)]
    const [mine, theirs] = [currentOf(here), currentOf(there)]
    device = theirs[0]
    const isTold = mine.length === 1 && theirs.length === 1 && mine[0]?.id !== device?.id
    run.verify('devices.list', here, isTold, 'the one device that asks marked as such, another for each session')
    const [first, ...others] = rowsOf(here)
    const seen = others.map((row) => Date.parse(textOf(row['lastSeenAt'])))
    const isInOrder = first?.id === mine[0]?.id && seen.every((at, place) => !(at > (seen[place - 1] ?? at)))
    run.verify('devices.list', here, isInOrder, 'the one that asks, then the last seen first')
    run.verify(
      'devices.list',
      there,
      isAboutNow(device?.['createdAt']),
      'a session that has just begun, in createdAt',
      textOf(device?.['createdAt']),
    )
    const called = textOf(device?.['device'] ?? '')
    const isPlain = /firefox/i.test(called) && /windows/i.test(called) && !called.includes('/')
    run.verify('devices.list', there, isPlain, 'Firefox on Windows in plain words, as the device', called)
    const whole = rowsOf(here).find(({ network }) => isWholeNetwork(network))
    run.verify('devices.list', here, whole === undefined, 'a network without its last part', textOf(whole?.['network']))
    const isListed = rowsOf(here).some(({ id }) => id === device?.id)
    run.verify('devices.list', here, isListed, 'the other device as well')
    const told = [run.first.token, other.token].find((token) => here.text.includes(token))
    run.verify('devices.list', here, told === undefined, 'the token of no device')
    // Who leads the organization sees them as well, in the same order.
    if (run.lacks('members.get')) return
    const userId = recordOf(await run.succeed('devices.list', 'users.me')).id
    const { organizationId } = world.first
    await run.succeed('devices.list', 'members.get', { params: { organizationId, userId } })
  })
  if (device === undefined) return
  const params = { sessionId: device.id }
  await attempt(run, 'devices.end', async () => {
    if (run.second !== undefined && world.second !== undefined) {
      await refuseForeign(run, world.second, world.first, 'users.endSession', { params, isValid: true })
      await run.succeed('devices.end', 'users.me', { as: other })
    }
    const { organizationId } = world.first
    await whileHearing(run, 'devices.end', { organizationId, account: other }, () =>
      run.succeed('devices.end', 'users.endSession', { params }),
    )
    await isOut(run, other, 'devices.end')
    await run.succeed('devices.end', 'users.me')
    await run.refuse('devices.end', 'users.endSession', { params, isValid: true }, hidden)
    const left = await devicesOf(run)
    const isGone = rowsOf(left).every(({ id }) => id !== params.sessionId)
    run.verify('devices.end', left, isGone, 'no device that was signed out')
  })
}

/** All other sessions of the account are ended, and the password is changed to what it is (ST-01). */
export async function checkSigningOut(run: Run, { marker }: World): Promise<void> {
  if (!run.isFull) return
  const { email, password } = run.options
  if (email === undefined || password === undefined) {
    run.recorder.skip('devices.password', noPassword)
    return
  }
  await attempt(run, 'devices.end', async () => {
    const others = [await openAnother(run), await openAnother(run, {})]
    await run.succeed('devices.end', 'users.endOtherSessions', { body: {} })
    for (const other of others) await isOut(run, other, 'devices.end')
    await run.succeed('devices.end', 'users.me')
    await run.refuse('access.noToken', 'users.endOtherSessions', { as: null, body: {}, isValid: true }, [401])
  })
  await attempt(run, 'devices.password', async () => {
    const other = await openAnother(run)
    const same = { currentPassword: password, password }
    await run.succeed('devices.password', 'users.changePassword', { body: same })
    await isOut(run, other, 'devices.password')
    await run.succeed('devices.password', 'users.me')
    await run.refuse('access.noToken', 'users.changePassword', { as: null, body: same, isValid: true }, [401])
    const another = `${marker}-Passw0rd`
    run.secrets.add(another, 'ANOTHER_PASSWORD', { of: 'PASSWORD', by: JSON.stringify(another) })
    const wrong = { body: { currentPassword: another, password: another }, isValid: true }
    const refused = await run.refuse('devices.password', 'users.changePassword', wrong, [400, 422])
    const isAtField = listOf(detailsOf(refused)).some(({ path }) => path === 'body.currentPassword')
    run.verify('devices.password', refused, isAtField, 'the wrong current password at its field, body.currentPassword')
    for (const body of [{ currentPassword: password, password: 'short' }, { password: another }]) {
      await run.refuse('devices.password', 'users.changePassword', { body, isValid: true }, [400, 401, 403, 422])
    }
    await run.succeed('devices.password', 'users.login', { as: null, body: { email, password } })
  })
}
