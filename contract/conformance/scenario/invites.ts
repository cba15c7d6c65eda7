import { difference, disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import { isAboutNow } from '../engine/moments'
import type { Run } from '../engine/run'
import { attempt, lookAgain } from '../engine/steps'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { hidden } from './foreign'
import { refuseForeign } from './intrusion'
import { dataOf } from './paying'

const listed = (run: Run, { first }: World) =>
  run.succeed('invites.make', 'invites.list', { query: { organizationId: first.organizationId } })

/** What became of the addresses that were invited. */
function verdictsOf({ json }: Exchange): Record<string, unknown>[] {
  const { data } = (json ?? {}) as { data?: unknown }
  return Array.isArray(data) ? (data as Record<string, unknown>[]) : []
}

/** Whoever is invited is mailed that, and nobody without need. */
async function mailed(run: Run, { first }: World, email: string, due: number): Promise<void> {
  if (run.lacks('mails.list')) return
  const query = { organizationId: first.organizationId, q: email, limit: '100' }
  const count = async () => {
    const found = await run.succeed('invites.make', 'mails.list', { query })
    const own = rowsOf(found).filter(({ event, to }) => event === 'invite' && to === email)
    return [found, own.length] as const
  }
  const [found, mails] = await lookAgain(run, { looks: 5, pause: 200 }, count, ([, mails]) => mails >= due)
  run.verify('invites.make', found, mails === due, `${due} mails that invite ${email}`, String(mails))
}

/** Somebody is invited by their address, to whom the link is bound, until the invite is revoked (IN-01, IN-02). */
export async function checkInvites(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  const { first, marker } = world
  const { organizationId } = first
  const email = `${marker}-invited@unknown.offerdesk.example`
  let invite: Row | undefined
  await attempt(run, 'invites.make', async () => {
    const me = recordOf(await run.succeed('session.me', 'users.me'))
    for (const [address, as, verdict] of [
      [email.toUpperCase(), email, 'invited'],
      [email, email, 'pending'],
      [String(me['email']).toUpperCase(), String(me['email']).toLowerCase(), 'member'],
    ] as const) {
      const body = { organizationId, emails: [address], role: 'agent' }
      const made = await run.succeed('invites.make', 'invites.create', { body })
      const [told = {}] = verdictsOf(made)
      const isRight = told['email'] === as && told['verdict'] === verdict
      run.verify(
        'invites.make',
        made,
        isRight,
        `${as}: ${verdict}`,
        `${String(told['email'])}: ${String(told['verdict'])}`,
      )
    }
    const twice = { organizationId, emails: [email, email.toUpperCase()], role: 'agent' }
    const once = await run.succeed('invites.make', 'invites.create', { body: twice })
    const verdicts = verdictsOf(once).length
    run.verify('invites.make', once, verdicts === 1, 'one verdict for an address that comes twice', String(verdicts))
    const list = await listed(run, world)
    const found = rowsOf(list).filter((row) => row['email'] === email)
    run.verify('invites.make', list, found.length === 1, 'the one invite, by its address in lower case')
    invite = found[0]
    const wrong = invite && difference({ role: 'agent', state: 'pending', invitedByName: me['name'] }, invite)
    run.verify('invites.make', list, wrong === undefined, 'a pending invite as it was made', wrong)
    const several = { organizationId, emails: [String(me['email']), email], role: 'owner' }
    const both = verdictsOf(await run.succeed('invites.make', 'invites.create', { body: several }))
    const told = both.map((one) => textOf(one['verdict'])).join(', ')
    run.verify('invites.make', once, told === 'member, pending', 'member, pending for a member and the invited', told)
    const now = rowsOf(await listed(run, world)).find((row) => row['email'] === email)
    run.verify('invites.make', list, now?.['role'] === 'agent', 'an open invite as it was', textOf(now?.['role']))
    await mailed(run, world, email, 1)
  })
  await attempt(run, 'invites.make', () => inviteSeveral(run, world))
  if (invite === undefined) return
  const params = { inviteId: invite.id }
  let token = ''
  await attempt(run, 'invites.link', async () => {
    const copied = await run.succeed('invites.link', 'invites.copyLink', { params, body: {} })
    token = new URL(String(dataOf(copied)['linkUrl'])).searchParams.get('token') ?? ''
    run.secrets.add(token, 'INVITE_TOKEN')
    const list = await listed(run, world)
    run.verify('invites.link', list, !list.text.includes(token), 'no token of an invite')
    await attempt(run, 'invites.link', () => mailsNoLink(run, world, email, token))
    const read = await run.succeed('invites.link', 'invites.read', { as: null, body: { token } })
    const told = dataOf(read)
    const due = { email, state: 'pending', organizationId, role: 'agent', hasAccount: false, isMember: false }
    const wrong = difference({ ...due, isAsked: false }, told)
    run.verify('invites.link', read, wrong === undefined, `the pending invite of ${email}`, wrong)
    const unlike = disagreement({ invitedByName: invite?.['invitedByName'], expiresAt: invite?.['expiresAt'] }, told)
    run.verify('invites.link', read, unlike === undefined, 'the invite as those who invited see it', unlike)
  })
  await attempt(run, 'invites.bound', async () => {
    const body = { token }
    await run.refuse('invites.bound', 'users.acceptInvite', { body, isValid: true }, [403, 404])
    await run.refuse('access.noToken', 'users.acceptInvite', { as: null, body, isValid: true }, [401])
    // What is still good is not asked for anew.
    await run.refuse('invites.link', 'invites.ask', { as: null, body, isValid: true }, [409])
    if (run.second === undefined || world.second === undefined) return
    for (const name of ['invites.sendAgain', 'invites.copyLink', 'invites.revoke']) {
      await refuseForeign(run, world.second, first, name, { params, body: {}, isValid: true })
    }
  })
  await attempt(run, 'invites.revoke', async () => {
    const endOf = (row: Row | undefined) => Date.parse(String(row?.['expiresAt']))
    const inList = async () => rowsOf(await listed(run, world)).find(({ id }) => id === params.inviteId)
    const before = endOf(await inList())
    const sent = await run.succeed('invites.revoke', 'invites.sendAgain', { params, body: {} })
    const renewed = await inList()
    const end = endOf(renewed)
    const unlike = renewed && disagreement(recordOf(sent), renewed)
    run.verify('invites.revoke', sent, unlike === undefined, 'the renewed invite as its list has it', unlike)
    const isSent = isAboutNow(renewed?.['sentAt'])
    run.verify('invites.revoke', sent, isSent, 'when it was mailed last, in sentAt', textOf(renewed?.['sentAt']))
    const isRenewed = end > before
    run.verify('invites.revoke', sent, isRenewed, `an end after ${new Date(before).toISOString()}`, `${end}`)
    await mailed(run, world, email, 2)
    const declined = await run.succeed('invites.revoke', 'invites.decline', { as: null, body: { token } })
    const { state: listedAs } = (await inList()) ?? { state: 'nothing' }
    run.verify('invites.revoke', declined, listedAs === 'declined', 'a declined invite in the list', String(listedAs))
    await run.refuse('invites.revoke', 'invites.copyLink', { params, body: {}, isValid: true }, [404, 409, 410])
    await attempt(run, 'invites.make', () => inviteAnew(run, world, email))
    await run.succeed('invites.revoke', 'invites.revoke', { params, body: {} })
    const list = await listed(run, world)
    run.verify(
      'invites.revoke',
      list,
      rowsOf(list).every(({ id }) => id !== params.inviteId),
      'no revoked invite',
    )
    const read = await run.succeed('invites.revoke', 'invites.read', { as: null, body: { token } })
    const state = dataOf(read)['state']
    run.verify('invites.revoke', read, state === 'revoked', 'state revoked', String(state))
    for (const name of ['invites.sendAgain', 'invites.copyLink']) {
      await run.refuse('invites.revoke', name, { params, body: {}, isValid: true }, [...hidden, 409, 410])
    }
    await run.refuse('invites.revoke', 'invites.decline', { as: null, body: { token }, isValid: true }, [404, 409, 410])
  })
}

/** Who reads the mails of an organization is told whose a mail with an invite is, and not the link in it. */
async function mailsNoLink(run: Run, { first }: World, email: string, token: string): Promise<void> {
  if (run.lacks('mails.list')) return
  const query = { organizationId: first.organizationId, q: email, limit: '100' }
  const found = rowsOf(await run.succeed('invites.link', 'mails.list', { query }))
  const mail = found.find(({ event, to }) => event === 'invite' && to === email)
  if (mail === undefined) return
  const read = await run.succeed('invites.link', 'mails.get', { params: { mailId: mail.id } })
  const texts = ['mailText', 'mailHtml'].map((name) => textOf(recordOf(read)[name]))
  const isSaid = texts.every((text) => text.trim() !== '')
  const isOpen = texts.some((text) => text.includes(token) || /[?&;]token=/.test(text))
  run.verify('invites.link', read, isSaid && !isOpen, 'a sentence in place of an invite, without its link')
}

/** Whoever has declined may be invited anew. */
async function inviteAnew(run: Run, world: World, email: string): Promise<void> {
  const rule = 'invites.make'
  const body = { organizationId: world.first.organizationId, emails: [email], role: 'owner' }
  const made = await run.succeed(rule, 'invites.create', { body })
  const [{ verdict } = {}] = verdictsOf(made)
  const isInvited = verdict === 'invited' || verdict === 'renewed'
  run.verify(rule, made, isInvited, `${email}: invited`, textOf(verdict))
  const open = rowsOf(await listed(run, world)).filter((row) => row['email'] === email && row['state'] === 'pending')
  const isOne = open.length === 1 && open[0]?.['role'] === 'owner'
  run.verify(rule, made, isOne, 'one open invite, as it was made now', JSON.stringify(open))
  for (const { id } of open) await run.succeed(rule, 'invites.revoke', { params: { inviteId: id }, body: {} })
}

/** People are invited at once, each to what all of them are invited to; whoever was revoked is invited anew, as nobody was. */
async function inviteSeveral(run: Run, world: World): Promise<void> {
  const rule = 'invites.make'
  const { first, marker } = world
  const emails = ['one', 'two'].map((word) => `${marker}-${word}@unknown.offerdesk.example`)
  const inviting = (some: readonly string[], role: string) =>
    run.succeed(rule, 'invites.create', { body: { organizationId: first.organizationId, emails: some, role } })
  const open = async () => rowsOf(await listed(run, world)).filter((row) => emails.includes(textOf(row['email'])))
  const verify = async (made: Exchange, some: readonly string[], role: string) => {
    const told = verdictsOf(made).map(({ email, verdict }) => `${textOf(email)}: ${textOf(verdict)}`)
    const due = some.map((email) => `${email}: invited`)
    run.verify(rule, made, told.join() === due.join(), due.join(', '), told.join(', '))
    for (const email of some) {
      const own = (await open()).filter((row) => row['email'] === email)
      const wrong =
        own.length === 1 && own[0] ? difference({ role, state: 'pending' }, own[0]) : `${own.length} invites`
      run.verify(rule, made, wrong === undefined, `one open invite of ${email}, as ${role}`, wrong)
    }
  }
  const made = await inviting(emails, 'owner')
  await verify(made, emails, 'owner')
  const all = await listed(run, world)
  const places = [...emails, `${marker}-invited@unknown.offerdesk.example`].map((email) =>
    rowsOf(all).findIndex((row) => row['email'] === email),
  )
  const earlier = places.at(-1) ?? -1
  const isInOrder = earlier < 0 || places.slice(0, -1).every((place) => place < earlier)
  run.verify(rule, all, isInOrder, 'the newest invites first', places.join(', '))
  const revoke = async () => {
    for (const { id } of await open()) await run.succeed(rule, 'invites.revoke', { params: { inviteId: id }, body: {} })
  }
  await revoke()
  const again = emails.slice(0, 1)
  await verify(await inviting(again, 'agent'), again, 'agent')
  await revoke()
}
