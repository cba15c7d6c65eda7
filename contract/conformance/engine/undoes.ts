import { type Call, callNamed } from './calls'
import { type Account, type Ask, type Exchange, jsonOf } from './exchange'
import type { Fields } from './fields'
import type { Journal, Undo } from './journal'
import { deletedBy, type Made, madeBy, makings } from './made'

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What the level has a call for that takes it back. */
const canTakeBack = ({ head }: Journal, made: Made | undefined): Made | undefined =>
  made !== undefined &&
  (head?.level === 'full' || makings[made].endings.every(([name]) => callNamed(name).level === 'core'))
    ? made
    : undefined

/** What a call makes of something that was deleted. */
const revivals: Readonly<Record<string, Made>> = {
  'customers.restore': 'customers',
  'customers.unmerge': 'customers',
  'offers.restore': 'offers',
  'autoresponders.restore': 'autoresponders',
}

/** What undoes the request if it is carried out; of changes, the former values are kept by whoever asks for them. */
function undoOf(journal: Journal, call: Call, ask: Ask, account: Account['name']): Undo | undefined {
  const body = (ask.body ?? jsonOf(ask.rawBody ?? '') ?? {}) as Fields
  const resource = canTakeBack(journal, madeBy.get(call.name))
  // Whoever makes a draft has given it its id.
  const draftId = ask.params?.['draftId']
  if (resource === 'orderDrafts' && draftId !== undefined) {
    return journal.isOurs(resource, draftId)
      ? undefined
      : { what: 'delete', resource, account, name: textOr(body['title']), id: draftId }
  }
  if (resource !== undefined) {
    return { what: 'delete', resource, account, name: textOr(body[makings[resource].name]) }
  }
  const revived = revivals[call.name]
  const id = revived && ask.params?.[makings[revived].param]
  if (revived !== undefined && id !== undefined) return { what: 'delete', resource: revived, account, name: '', id }
  if (call.name === 'autoresponders.createEmail') {
    const subject = typeof body['subject'] === 'string' ? body['subject'].slice(0, 60) : ''
    const where = `in campaign ${ask.params?.['campaignId'] ?? ''}`
    return { what: 'nothing', left: `auto-responder “${subject}” ${where}: there is no call to delete it` }
  }
  if (call.name === 'invites.create') {
    const [invited] = Array.isArray(body['emails']) ? (body['emails'] as unknown[]) : []
    return { what: 'nothing', left: `invite for ${textOr(invited)}: there is no call to delete it` }
  }
  if (call.name === 'collaborations.create') {
    return { what: 'nothing', left: `invitation for ${textOr(body['email'])}: there is no call to delete it` }
  }
  if (call.name === 'users.completeSignup') return { what: 'nothing', left: 'an account that had to be refused' }
  return undefined
}

/** Writes the entry of a request that is about to be sent; returns its number. */
export function before(journal: Journal, call: Call, ask: Ask, account: Account['name']): number | undefined {
  if (journal.head === undefined || (ask.method ?? call.method) !== call.method) return undefined
  const undo = undoOf(journal, call, ask, account)
  return undo && journal.add(undo)
}

/** Nothing is told of a request that was refused and can't be undone. A deletion needs no undoing. */
export function after(journal: Journal, number: number | undefined, { call, status, json }: Exchange, ask: Ask): void {
  const isMaking = canTakeBack(journal, madeBy.get(call.name)) !== undefined && call.name !== 'orderDrafts.keep'
  if (number !== undefined && !isMaking && status >= 400 && status < 500) journal.settle(number)
  if (number !== undefined && status === 200) keepResponder(journal, number, json, call)
  // Its only one is revoked by itself; an address that needs no invite gets none.
  const isInvited = call.name === 'invites.create' && status === 200
  if (number !== undefined && isInvited && !isNewInvite(json)) journal.settle(number)
  else if (number !== undefined && isInvited) journal.responderMade('invite', number)
  // What has ended is shared with nobody.
  if (number !== undefined && call.name === 'collaborations.create' && status === 200) {
    journal.responderMade(collaboration(idOf(json)), number)
  }
  if (call.name === 'collaborations.end' && status === 200) {
    journal.responderDeleted(collaboration(ask.params?.['collaborationId']))
  }
  const isOver = call.name === 'invites.revoke' || call.name === 'users.acceptInvite'
  if (isOver && status === 200) journal.responderDeleted('invite')
  const resource = deletedBy.get(call.name)
  const isDone = (ask.method ?? call.method) === call.method && (status === 200 || status === 204)
  const id = resource && ask.params?.[makings[resource].param]
  if (resource !== undefined && isDone && id !== undefined) journal.deleted(resource, id)
}

/** There may be several at once. */
const collaboration = (id: string | undefined) => `collaboration ${id}`

function idOf(json: unknown): string | undefined {
  const { data } = (json ?? {}) as { data?: { id?: unknown } | null }
  return typeof data?.id === 'string' ? data.id : undefined
}

/** An auto-responder is known by its answer, as it is read in a list alone. */
function keepResponder(journal: Journal, number: number, json: unknown, { name }: Call): void {
  const id = name === 'autoresponders.createEmail' ? idOf(json) : undefined
  if (id !== undefined) journal.madeOf(number, id)
}

function isNewInvite(json: unknown): boolean {
  const { data } = (json ?? {}) as { data?: unknown }
  return Array.isArray(data) && data.some((one: { verdict?: unknown } | null) => one?.verdict === 'invited')
}
