import { officeMails } from '../../extensions/mails'
import type { Account } from '../engine/exchange'
import { type Row, rowsOf, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { lookAgain } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Agency } from './agentDuties'
import { changesIn, hear } from './events'
import { hidden } from './foreign'
import { address, placeOne } from './sellingBasics'

const rule = 'members.settled'

// Whoever sees their own orders alone learns of no other, by whichever way.

/** A program reads no more than whoever has let it in. */
export async function programReadsOwn({ run, shop, program }: Agency, known: ReadonlySet<unknown>): Promise<void> {
  if (program === undefined) return
  const { organizationId } = shop.tenant
  const { rows, exchange } = await walk(run, { organizationId, resource: 'orders' }, { as: program })
  const other = rows.find(({ id }) => !known.has(id))
  run.verify(rule, exchange, other === undefined, 'orders of the agent whose program reads them alone', other?.id)
}

/** What becomes of the orders of others is not told as it happens either. */
export async function hearsOwn({ run, shop, agent }: Agency, own: Row): Promise<void> {
  if (run.lacks('events.stream')) return
  let theirs: Row | undefined
  const exchange = await hear(run, { ...shop.tenant, account: agent }, async () => {
    ;[theirs] = await placeOne(run, shop)
    const ask = { as: agent, params: { orderId: own.id }, body: { ...address, city: 'Umeå' } }
    await run.succeed(rule, 'orders.updateAddress', ask)
    return (changes) => changes.some(({ id }) => id === own.id)
  })
  const other = changesIn(exchange.text).find(({ id }) => id === theirs?.id)
  const said = other && `${textOf(other['resource'])} ${textOf(theirs?.id)}`
  run.verify(rule, exchange, other === undefined, 'nothing of an order that somebody else has sold', said)
}

const isOffice = ({ event }: Row) => officeMails.some((one) => one === event)

/** What was mailed to themselves, as they were invited there, they read like owners do. */
async function readsMailsToOneself(run: Run, { as, organizationId, email }: Reader): Promise<void> {
  const ask = { query: { organizationId, q: email, limit: '100' } }
  const isOwn = (row: Row) => isOffice(row) && textOf(row['to'] ?? '').toLowerCase() === email.toLowerCase()
  const own = rowsOf(await run.succeed(rule, 'mails.list', ask)).find(isOwn)
  if (own === undefined) return
  const listed = await run.succeed(rule, 'mails.list', { ...ask, as })
  const isListed = rowsOf(listed).some(({ id }) => id === own.id)
  run.verify(rule, listed, isListed, `the ${textOf(own['event'])} that was mailed to whoever asks`)
  await run.succeed(rule, 'mails.get', { as, params: { mailId: own.id } })
}

interface Reader {
  as: Account
  organizationId: string
  email: string
}

/** What is mailed of an organization beside its orders is for its owners, and for whoever it is to. */
export async function readsNoOfficeMails({ run, world, shop, agent: as }: Agency, email: string): Promise<void> {
  if (run.lacks('invites.create') || run.lacks('mails.list')) return
  const { organizationId } = shop.tenant
  const to = `${world.marker}-reads@unknown.offerdesk.example`
  await run.succeed(rule, 'invites.create', { body: { organizationId, emails: [to], role: 'agent' } })
  const query = { organizationId, q: to, limit: '100' }
  const look = async () => rowsOf(await run.succeed(rule, 'mails.list', { query })).find((row) => row['to'] === to)
  const mail = await lookAgain(run, { looks: 5, pause: 200 }, look, (found) => found !== undefined)
  const listed = await run.succeed(rule, 'mails.list', { as, query: { organizationId, limit: '100' } })
  const isTheirs = (row: Row) => textOf(row['to'] ?? '').toLowerCase() === email.toLowerCase()
  const stray = rowsOf(listed).find((row) => isOffice(row) && !isTheirs(row))
  run.verify(rule, listed, stray === undefined, 'no mail that is for owners', textOf(stray?.['event']))
  await readsMailsToOneself(run, { as, organizationId, email })
  if (mail !== undefined) {
    await run.refuse(rule, 'mails.get', { as, params: { mailId: mail.id }, isValid: true }, hidden)
  }
  const invites = rowsOf(await run.succeed(rule, 'invites.list', { query: { organizationId } }))
  for (const { id } of invites.filter((row) => row['email'] === to)) {
    await run.succeed(rule, 'invites.revoke', { params: { inviteId: id }, body: {} })
  }
}
