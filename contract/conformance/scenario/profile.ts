import { atOnce } from '../engine/atOnce'
import { callNamed } from '../engine/calls'
import { change, difference, disagreement } from '../engine/compare'
import { isAlike } from '../engine/declared'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import { restorableUser } from '../engine/restorable'
import type { Run } from '../engine/run'
import { attempt, needsSecond } from '../engine/steps'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { filled, readAs } from '../generate/limits'
import { makeOne } from './sellingBasics'
import { signInAgain } from './sessions'
import { reportBy, verifyNamed } from './shopNames'

const userOf = ({ json }: Exchange): Fields => (json as { data?: Fields } | undefined)?.data ?? {}
const updatedUserOf = (exchange: Exchange): Fields => (userOf(exchange)['user'] ?? {}) as Fields

/** Names as people type them; how long one may be only the contract says. */
const typed = (marker: string, isFull: boolean): string[] =>
  isFull
    ? [`  ${marker} Åsa “O’Neil” 名 `, filled(`${marker} `, 120), `${marker} <b>two</b> &amp; 名`]
    : [`${marker} Åsa “O’Neil” 名`, `${marker} two`]

const readMe = (run: Run) => run.succeed('session.me', 'users.me')

/** The user's own profile is changed and put back. */
export async function checkProfile(run: Run, world: World): Promise<void> {
  await attempt(run, 'profile.update', async () => {
    const before = userOf(await readMe(run))
    const { email: _email, ...own } = restorableUser(before)
    if (!run.isFull) delete own['organizationName']
    if (Object.keys(own).length === 0) {
      run.recorder.skip('profile.update', 'the user has no name that could be put back')
      return
    }
    const told = await entriesBy(run, world, before['id'])
    let current = before
    for (const name of Object.keys(own)) {
      for (const value of typed(world.marker, run.isFull)) {
        current = await updateAndRead(run, current, { [name]: value })
      }
    }
    await checkOthers(run)
    if (run.isFull) await checkAmongMembers(run, world, current)
    if (told !== undefined) await attempt(run, 'audit.told', () => verifyThen(run, told))
    await checkSignIn(run, current)
    current = await changeAtOnce(run, world, Object.keys(own), current)
    // The address is sent as it is: with another one, nobody could sign in if the run were ended here.
    current = await updateAndRead(run, current, { email: before['email'] })
    current = await updateAndRead(run, current, { ...own, email: before['email'] })
    const moved = change(before, current, new Set(['updatedAt']))
    const exchange = await readMe(run)
    run.verify('profile.partial', exchange, moved === undefined, 'the profile as it was before', moved)
    await attempt(run, 'profile.others', () => checkTaken(run))
  })
}

/** Whoever has changed their name is called so among those they work with. */
async function checkAmongMembers(run: Run, { first: { organizationId } }: World, { id, name }: Fields): Promise<void> {
  const verify = (exchange: Exchange, told: Fields | undefined) =>
    run.verify('profile.update', exchange, (told?.['name'] ?? name) === name, 'the new name', textOf(told?.['name']))
  if (!run.lacks('organizations.members')) {
    const listed = await run.succeed('profile.update', 'organizations.members', { params: { organizationId } })
    verify(
      listed,
      rowsOf(listed).find((row) => row.id === id),
    )
  }
  await verifyNamed(run, new Map([[textOf(id), textOf(name)]]), [reportBy(organizationId, 'agent')])
  if (run.lacks('members.get')) return
  if (!run.lacks('members.list')) {
    const query = { q: ` ${textOf(name)} `, limit: '100' }
    const found = await run.succeed('profile.update', 'members.list', { params: { organizationId }, query })
    verify(found, rowsOf(found).find((row) => row.id === id) ?? { name: 'nobody' })
  }
  const read = await run.succeed('profile.update', 'members.get', { params: { organizationId, userId: textOf(id) } })
  verify(read, recordOf(read))
}

/** A second after a moment, by the server's clock. */
const justAfter = (moment: unknown) => new Date((Date.parse(textOf(moment ?? '')) || Date.now()) + 1_000).toISOString()

/** What somebody has done, as the audit tells it, and how it is asked again. */
interface Entries {
  rows: readonly Row[]
  again: () => Promise<Exchange>
}

async function entriesBy(run: Run, { first, marker }: World, actorId: unknown): Promise<Entries | undefined> {
  if (!run.isFull || run.lacks('audit.list') || typeof actorId !== 'string') return undefined
  const { organizationId } = first
  // There is something that they have done.
  const body = { organizationId, firstName: `${marker} by their name` }
  const [{ createdAt }] = await makeOne(run, first, 'customers', 'customers.create', body)
  const query = { organizationId, actorId, limit: '100', createdTo: justAfter(createdAt) }
  const again = () => run.succeed('audit.told', 'audit.list', { query })
  return { rows: rowsOf(await again()), again }
}

const actorName = ({ actor }: Row) => textOf((actor as Fields | undefined)?.['name'] ?? '')

/** Whoever is called otherwise now is named as they were then in what they have done before. */
async function verifyThen(run: Run, { rows, again }: Entries): Promise<void> {
  const exchange = await again()
  const now = new Map(rowsOf(exchange).map((row) => [row.id, actorName(row)]))
  const other = rows.find((row) => (now.get(row.id) ?? actorName(row)) !== actorName(row))
  const expected = `${other && actorName(other)}, as they were called then`
  run.verify('audit.told', exchange, other === undefined, expected, other && now.get(other.id))
}

const emailOf = (user: Fields) => (typeof user['email'] === 'string' ? user['email'].toLowerCase() : '')

/** Another account's profile does not follow the one that is changed. */
async function checkOthers(run: Run): Promise<void> {
  if (run.second === undefined) return
  const exchange = await run.succeed('session.me', 'users.me', { as: run.second })
  const now = userOf(exchange)
  const former = run.journal.former('users.update', '', 'second') ?? {}
  const moved = change(former, Object.fromEntries(Object.keys(former).map((name) => [name, now[name]])))
  run.verify('profile.others', exchange, moved === undefined, "the other account's profile as it was", moved)
}

/** Another account's address is refused, or waits for a mail that never comes: it is not taken. */
async function checkTaken(run: Run): Promise<void> {
  const { secondEmail } = run.options
  if (run.second === undefined || secondEmail === undefined) {
    run.recorder.skip('profile.others', needsSecond)
    return
  }
  const before = userOf(await readMe(run))
  if (run.journal.former('users.update', '', 'first')?.['email'] === undefined) {
    run.recorder.skip('profile.others', 'the address of the user could not be put back')
    return
  }
  const statuses = [200, 400, 401, 403, 409, 422]
  const exchange = await run.ask('users.update', {
    body: { email: secondEmail },
    isValid: false,
    alsoDeclared: statuses,
  })
  const now = userOf(await readMe(run))
  const isTaken = emailOf(now) === secondEmail.toLowerCase()
  run.verify('profile.others', exchange, !isTaken, 'not the address of another account', emailOf(now))
  if (isTaken) await run.ask('users.update', { body: { email: before['email'] } })
  const other = userOf(await run.succeed('session.me', 'users.me', { as: run.second }))
  const isSame = emailOf(other) === secondEmail.toLowerCase()
  run.verify('profile.others', exchange, isSame, "the other account's address as it was", emailOf(other))
}

/** Changes of different fields that are sent at the same time are all there afterwards. */
async function changeAtOnce(run: Run, { marker }: World, names: string[], before: Fields): Promise<Fields> {
  let now = before
  for (const round of ['three', 'four', 'five']) {
    if (names.length < 2) return now
    const fields = Object.fromEntries(names.map((name) => [name, `${marker} ${round}`]))
    const [exchange] = await atOnce(run, names, (name) =>
      run.succeed('profile.update', 'users.update', { body: { [name]: fields[name] } }),
    )
    now = userOf(await readMe(run))
    const lost = difference(fields, now)
    if (exchange && !run.verify('profile.partial', exchange, lost === undefined, 'both changes', lost)) return now
  }
  return now
}

/** Who signs in is told of the profile as it is now. */
async function checkSignIn(run: Run, current: Fields): Promise<void> {
  const { email, password } = run.options
  if (email === undefined || password === undefined) return
  const exchange = await signInAgain(run, { body: { email, password } })
  const differs = disagreement(updatedUserOf(exchange), current)
  run.verify('profile.update', exchange, differs === undefined, 'the user as users/me has it', differs)
}

/** Only the contract says that blanks around a text are none of it. */
const meantBy = (update: Fields): Fields => {
  const { body } = callNamed('users.update')
  return body === undefined
    ? update
    : Object.fromEntries(Object.entries(update).map(([field, value]) => [field, readAs(body, field, value)]))
}

async function updateAndRead(run: Run, before: Fields, update: Fields): Promise<Fields> {
  const exchange = await run.succeed('profile.update', 'users.update', { body: update })
  const due = run.isFull ? meantBy(update) : update
  const wrong = difference(due, updatedUserOf(exchange))
  run.verify('profile.update', exchange, wrong === undefined, 'the changed fields in the answer', wrong)
  const now = userOf(await readMe(run))
  const unread = difference(due, now)
  run.verify('profile.update', exchange, unread === undefined, 'the changed fields when read', unread)
  const moved = change(before, now, new Set([...Object.keys(update), 'updatedAt']))
  run.verify('profile.partial', exchange, moved === undefined, 'the other fields as they were', moved)
  const answered = updatedUserOf(exchange)
  const differs = ['id', 'email', 'name', 'organizationName'].find(
    (name) => name in answered && name in now && !isAlike(answered[name], now[name]),
  )
  run.verify(
    'profile.update',
    exchange,
    differs === undefined,
    'the answer as users/me has it',
    `another ${String(differs)}`,
  )
  return now
}
