import { allCalls, type Call } from './calls'
import { isAlike } from './declared'
import { type Ask, type Exchange, jsonOf } from './exchange'
import { type Fields, isRecord } from './fields'
import { fieldsOfBody, isRewritten } from './kept'
import { textOf } from './text'
import type { RuleId } from '../rules'

/** What moves by a call of its own, beside what a request names. */
const moving = ['status', 'state', 'archivedAt', 'paused']

/** As much of a run as whoever watches its answers takes. */
export interface WatchedRun {
  readonly isFull: boolean
  readonly history: { readonly now: number }
  verify: (rule: RuleId, exchange: Exchange, holds: boolean, expected: string, actual?: string) => boolean
}

interface Seen {
  record: Fields
  /** When it was answered, in the run's own count of requests. */
  at: number
}

/** What was last answered of every record that has a version: one that was changed since must have a higher one (GE-09). */
export class Versions {
  readonly #seen = new Map<string, Seen>()
  readonly #outdated = new Set<string>()
  readonly #whichever = new Set<string>()

  /**
   * The same request upon a version that its record has not, which is to be refused: once for each call that takes a version
   * upon one far ahead, and once upon the one before, as soon as that of a record is known. The first of them is told that.
   */
  outdated(call: Call, ask: Ask): { ask: Ask; id: string | undefined } | undefined {
    if (!call.heads.includes('if-match')) return undefined
    const known = Object.values(ask.params ?? {}).flatMap((id) => this.#seen.get(keyOf(call.resource, { id })) ?? [])[0]
    if (known === undefined) return undefined
    const version = Number(known.record['version'])
    for (const other of [version + 1_000, version - 1]) {
      const tried = `${call.name} ${other > version ? 'ahead' : 'behind'}`
      if (other < 0 || this.#outdated.has(tried)) continue
      this.#outdated.add(tried)
      const { 'idempotency-key': _, ...headers } = ask.headers ?? {}
      const upon = { ...ask, headers: { ...headers, 'if-match': `"${other}"` }, isValid: true }
      return { ask: upon, id: other > version ? String(known.record['id']) : undefined }
    }
    return undefined
  }

  /** The request upon whichever version there is, once for each call that takes one and where none was named. */
  whichever(call: Call, ask: Ask): Ask {
    if (!call.heads.includes('if-match') || ask.headers !== undefined || this.#whichever.has(call.name)) return ask
    this.#whichever.add(call.name)
    return { ...ask, headers: { 'if-match': '*' } }
  }

  /** Judges an answer to a request that was sent at `began`, and keeps what it has. */
  see(run: WatchedRun, exchange: Exchange, began: number): void {
    const { call, status, json, request } = exchange
    if (!run.isFull || status < 200 || status >= 300 || !isRecord(json)) return
    const { data } = json
    if (isRecord(data)) {
      if (call.heads.includes('if-match')) this.#judge(run, exchange, data, began, jsonOf(request.body ?? ''))
      if (!call.reads) this.#judgeTyped(run, exchange, data, began)
      if (call.name.endsWith('.restore')) this.#judgeRestored(run, exchange, data, began)
      this.#keep(call.resource, data, run)
    } else if (Array.isArray(data) && call.name !== 'search.search') {
      for (const row of data) if (isRecord(row)) this.#keep(call.resource, row, run)
    }
  }

  #judge(run: WatchedRun, exchange: Exchange, record: Fields, began: number, body: unknown): void {
    const known = this.#seen.get(keyOf(exchange.call.resource, record))
    // What was answered meanwhile says nothing of what was there before.
    if (known === undefined || known.at > began || typeof record['version'] !== 'number') return
    const names = [...(isRecord(body) ? Object.keys(body) : []), ...moving]
    const moved = names.find((name) => isMoved(known.record, record, name))
    const [before, now] = [Number(known.record['version']), record['version']]
    // One step on nothing else has changed it meanwhile.
    if (exchange.call.method === 'PUT' && isRecord(body) && now === before + 1) {
      const more = [...fieldsOfBody(exchange.call)].find(
        (name) => !(name in body) && !isRewritten(name) && isMoved(known.record, record, name),
      )
      const was = more && `${more} was ${textOf(known.record[more])} and is ${textOf(record[more])}`
      run.verify('fields.limits', exchange, more === undefined, 'nothing changed but what was sent', was)
    }
    if (moved === undefined) return
    run.verify(
      'change.version',
      exchange,
      now > before,
      `a version above ${before}, as ${moved} is another`,
      `version ${now}`,
    )
    const [was, updatedAt] = [known.record['updatedAt'], record['updatedAt']]
    // To the second it may be the same.
    const stands = updatedAt === was && /\.\d*[1-9]/.test(textOf(was ?? ''))
    run.verify(
      'change.version',
      exchange,
      !stands,
      'updatedAt moved, as something has changed',
      textOf(updatedAt ?? ''),
    )
  }

  /** What somebody has typed of a record stays when it is switched, shared, put away, paused or tried out. */
  #judgeTyped(run: WatchedRun, exchange: Exchange, record: Fields, began: number): void {
    const { call, request } = exchange
    const known = this.#seen.get(keyOf(call.resource, record))
    if (known === undefined || known.at > began || makesAnew.test(call.name)) return
    const steps = Number(record['version']) - Number(known.record['version'])
    // More than one step on something else may have changed it.
    if (steps !== 0 && steps !== 1) return
    const body = jsonOf(request.body ?? '')
    const apart = new Set([...moving, 'quantity', ...(isRecord(body) ? Object.keys(body) : [])])
    const other = typedOf(call.resource).find((name) => !apart.has(name) && isMoved(known.record, record, name))
    const was = other && `${other} was ${textOf(known.record[other])} and is ${textOf(record[other])}`
    run.verify('values.kept', exchange, other === undefined, 'what was not sent as it was', was)
  }

  /** What is brought back is as it was, but for when it was changed and whether it is there. */
  #judgeRestored(run: WatchedRun, exchange: Exchange, record: Fields, began: number): void {
    const known = this.#seen.get(keyOf(exchange.call.resource, record))
    if (known === undefined || known.at > began) return
    // Of more steps than to delete it and to bring it back, others have changed it, such as by a sale.
    if (Number(record['version']) - Number(known.record['version']) > 2) return
    const apart = new Set([...moving, 'archived', 'version', 'updatedAt', 'deletedAt'])
    const other = Object.keys(record).find((name) => !apart.has(name) && isMoved(known.record, record, name))
    const was = other && `${other} was ${textOf(known.record[other])} and is ${textOf(record[other])}`
    run.verify('values.kept', exchange, other === undefined, 'what is brought back as it was', was)
  }

  #keep(resource: string, record: Fields, run: WatchedRun): void {
    if (typeof record['id'] !== 'string' || typeof record['version'] !== 'number') return
    this.#seen.set(keyOf(resource, record), { record, at: run.history.now })
  }
}

/** These make something else of a record than it was. */
const makesAnew = /\.(?:merge|unmerge|reset|undo|confirmEmail)$/

/** What is typed of a resource: whatever can be changed of it. */
function typedOf(resource: string): string[] {
  const updates = allCalls.find(({ name }) => name === `${resource}.update`)
  return updates === undefined ? [] : [...fieldsOfBody(updates)]
}

const isMoved = (before: Fields, now: Fields, name: string) =>
  name in before && name in now && !isAlike(before[name], now[name])

const keyOf = (resource: string, { id }: Fields) => `${resource} ${String(id)}`
