import type { Call } from './calls'
import { type Account, type Ask, type Exchange, jsonOf } from './exchange'
import type { Fields } from './fields'
import type { Journal, Made, Undo } from './journal'

const nameOf = (body: Fields): string => {
  const name = body['displayName'] ?? body['firstName']
  return typeof name === 'string' ? name : ''
}

const creating: Record<string, Made> = { 'offers.create': 'offers', 'customers.create': 'customers' }
const deleting: Record<string, Made> = { 'offers.delete': 'offers', 'customers.delete': 'customers' }

/** What undoes the request if it is carried out; of changes, the former values are kept by whoever asks for them. */
function undoOf(call: Call, ask: Ask, account: Account['name']): Undo | undefined {
  const body = (ask.body ?? jsonOf(ask.rawBody ?? '') ?? {}) as Fields
  const resource = creating[call.name]
  if (resource !== undefined) return { what: 'delete', resource, account, name: nameOf(body) }
  const customerId = ask.params?.['customerId']
  if (call.name === 'customers.restore' && customerId !== undefined) {
    return { what: 'delete', resource: 'customers', account, name: '', id: customerId }
  }
  if (call.name === 'autoresponders.createEmail') {
    const subject = typeof body['subject'] === 'string' ? body['subject'].slice(0, 60) : ''
    const where = `in campaign ${ask.params?.['campaignId'] ?? ''}`
    return { what: 'nothing', left: `auto-responder “${subject}” ${where}: there is no call to delete it` }
  }
  if (call.name === 'users.completeSignup') return { what: 'nothing', left: 'an account that had to be refused' }
  return undefined
}

/** Writes the entry of a request that is about to be sent; returns its number. */
export function before(journal: Journal, call: Call, ask: Ask, account: Account['name']): number | undefined {
  if (journal.head === undefined || (ask.method ?? call.method) !== call.method) return undefined
  const undo = undoOf(call, ask, account)
  return undo && journal.add(undo)
}

/** What was refused and can't be undone is nothing to tell; what was deleted needs no undoing. */
export function after(journal: Journal, number: number | undefined, { call, status }: Exchange, ask: Ask): void {
  if (number !== undefined && creating[call.name] === undefined && status >= 400 && status < 500) journal.settle(number)
  const resource = deleting[call.name]
  const isDone = (ask.method ?? call.method) === call.method && (status === 200 || status === 204)
  const id = ask.params?.['offerId'] ?? ask.params?.['customerId']
  if (resource !== undefined && isDone && id !== undefined) journal.deleted(resource, id)
}
