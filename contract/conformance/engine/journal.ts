import { closeSync, constants, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { CouldNotRun } from './errors'
import { type Account, jsonOf } from './exchange'
import type { Fields } from './fields'
import type { Made } from './made'

type Whose = Account['name']

/** A price that nobody else asks for: what the run makes is known by it where its name was not taken. */
export const ownPrice = 73_451.29

/** What puts one change right again. */
export type Undo =
  | { what: 'delete'; resource: Made; account: Whose; name: string; id?: string }
  | { what: 'campaign'; account: Whose; campaignId: string; fields: Fields }
  | { what: 'profile'; account: Whose; fields: Fields }
  | { what: 'preferences'; account: Whose; fields: Fields }
  /** Campaigns that the run has no reason to change: put back where they hold the run's marker. */
  | { what: 'campaigns'; account: Whose; organizationId: string; fields: Record<string, Fields> }
  /** People are closed out of the organization for as long as it demands a second step. */
  | { what: 'demand'; account: Whose; organizationId: string }
  /** An authenticator app, by whose codes, or recovery codes, it is removed. */
  | { what: 'app'; account: Whose; key: string; codes: readonly string[] }
  | { what: 'membership'; account: Whose; organizationId: string }
  | { what: 'nothing'; left: string }

/** Which run a journal is of, and where to look for what it made. */
export interface JournalHead {
  format: 1
  baseUrl: string
  level: 'core' | 'full'
  startedAt: string
  /** Whose changes they are: the id of each account's user, or its email where it has no id. */
  users: Partial<Record<Whose, string>>
  /** What writes it. */
  process: { host: string; pid: number }
  /** In the name of everything that the run made. */
  marker: string
  places: { account: Whose; organizationId: string }[]
  /** How many there were of what no call makes or takes away by itself, by organization and list. */
  counts?: Readonly<Record<string, number>>
}

interface Entry {
  number: number
  undo: Undo
}

type Line = Entry | { number: number; id: string } | { settled: number }

/**
 * What a run has changed, each entry written before its change is asked for: undone in reverse, everything is as it was,
 * wherever the run ended. A file keeps it for when the process itself is ended.
 */
export class Journal {
  head: JournalHead | undefined
  #file: string | undefined
  /** What a line begins with: half a line of a process that was ended is ended by it. */
  #lead = ''
  #entries = new Map<number, Entry>()
  #last = 0
  /** The entries of auto-responders that the run has made, by id. */
  readonly #responders = new Map<string, number>()
  /** Every record that the run has made, those too that are deleted by now. */
  readonly known = new Set<string>()

  /** Begins to keep entries; in a file when one is given. Throws CouldNotRun when it is there: it may be another's. */
  begin(head: Omit<JournalHead, 'process'>, file?: string): void {
    const whole = { ...head, process: { host: hostname(), pid: process.pid } }
    if (file !== undefined) {
      mkdirSync(dirname(file), { recursive: true })
      try {
        // For its owner alone, as it may have to know how a second step is removed.
        writeFileSync(file, `${JSON.stringify(whole)}\n`, { flag: 'wx', mode: 0o600 })
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error
        throw new CouldNotRun(`${file} is there already, and may be what another check has to put back`)
      }
    }
    this.head = whole
    this.#file = file
  }

  add(undo: Undo): number {
    this.#last += 1
    this.#write({ number: this.#last, undo })
    return this.#last
  }

  /** Says which record a request has made; the entry of the request is the last one with that name. */
  made(resource: Made, id: string, account: Whose, name: string): void {
    this.known.add(id)
    if (this.#entryOf(resource, id) !== undefined) return
    const entry = [...this.#entries.values()].findLast(
      ({ undo }) => undo.what === 'delete' && undo.resource === resource && undo.id === undefined && undo.name === name,
    )
    if (entry === undefined) this.add({ what: 'delete', resource, account, name, id })
    else this.#write({ number: entry.number, id })
  }

  /** Says which record the request of an entry has made. */
  madeOf(number: number, id: string): void {
    this.known.add(id)
    if (this.#entries.get(number)?.undo.what === 'delete') this.#write({ number, id })
  }

  /** A record that the run has deleted itself. */
  deleted(resource: Made, id: string): void {
    const entry = this.#entryOf(resource, id)
    if (entry !== undefined) this.settle(entry.number)
  }

  responderMade(id: string, number: number): void {
    this.#responders.set(id, number)
  }

  responderDeleted(id: string): void {
    const number = this.#responders.get(id)
    if (number !== undefined) this.settle(number)
  }

  /** Keeps the former values of a campaign; those that were kept first are the true ones. */
  campaign(campaignId: string, account: Whose, fields: Fields): void {
    const isKept = [...this.#entries.values()].some(
      ({ undo }) => undo.what === 'campaign' && undo.campaignId === campaignId,
    )
    if (!isKept) this.add({ what: 'campaign', account, campaignId, fields })
  }

  settle(number: number): void {
    this.#write({ settled: number })
  }

  /** What the record of an update was before the run; undefined for what the run makes itself. */
  former(call: string, path: string, account: Whose): Fields | undefined {
    for (const { undo } of this.#entries.values()) {
      const isCampaign = undo.what === 'campaign' && call === 'campaigns.update'
      if (isCampaign && path.endsWith(`/${encodeURIComponent(undo.campaignId)}`)) return undo.fields
      if (undo.what === 'profile' && call === 'users.update' && undo.account === account) return undo.fields
    }
    return undefined
  }

  /** What is still to be undone, the last change first. */
  get open(): Undo[] {
    return [...this.#entries.values()].map(({ undo }) => undo).toReversed()
  }

  /** What is still to be undone of a kind, with the number that settles it, the last change first. */
  ofKind<What extends Undo['what']>(what: What): { number: number; undo: Extract<Undo, { what: What }> }[] {
    const isOfKind = (entry: Entry): entry is { number: number; undo: Extract<Undo, { what: What }> } =>
      entry.undo.what === what
    return [...this.#entries.values()].filter(isOfKind).toReversed()
  }

  /** Whether the run has made the record. */
  isOurs(resource: Made, id: string): boolean {
    return this.#entryOf(resource, id) !== undefined
  }

  /** Nothing is left to be undone. */
  end(): void {
    if (this.#file !== undefined) rmSync(this.#file, { force: true })
    this.#file = undefined
  }

  #entryOf(resource: Made, id: string): Entry | undefined {
    return [...this.#entries.values()].find(
      ({ undo }) => undo.what === 'delete' && undo.resource === resource && undo.id === id,
    )
  }

  #write(line: Line): void {
    if (this.#file !== undefined) append(this.#file, `${this.#lead}${JSON.stringify(line)}\n`)
    this.#lead = ''
    this.#apply(line)
  }

  #apply(line: Line): void {
    if ('settled' in line) return void this.#entries.delete(line.settled)
    if ('undo' in line) {
      this.#entries.set(line.number, line)
      this.#last = Math.max(this.#last, line.number)
      return
    }
    const entry = this.#entries.get(line.number)
    if (entry?.undo.what === 'delete')
      this.#entries.set(line.number, { ...entry, undo: { ...entry.undo, id: line.id } })
  }

  /**
   * Takes up the journal of a run that was ended. Throws CouldNotRun when the file is none; half a last line is left out.
   */
  static read(file: string): Journal {
    const text = textIn(file)
    const [first, ...lines] = text.split('\n').map(jsonOf)
    if ((first as Partial<JournalHead> | undefined)?.format !== 1) {
      throw new CouldNotRun(`${file} is no journal of a check`)
    }
    const journal = new Journal()
    if (!text.endsWith('\n')) journal.#lead = '\n'
    // What the file holds is what was written above.
    journal.head = first as JournalHead
    for (const line of lines as (Line | undefined)[]) if (line !== undefined) journal.#apply(line)
    journal.#file = file
    return journal
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Adds to a file, and makes none: one that is gone was ended by whoever took it up as well. */
function append(file: string, text: string): void {
  let opened: number
  try {
    opened = openSync(file, constants.O_WRONLY | constants.O_APPEND)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  try {
    writeFileSync(opened, text)
  } finally {
    closeSync(opened)
  }
}

/** A check writes more often; later, its number may be that of another process. */
const idleMs = 10 * 60_000

/** Whether the process that writes the journal still does. */
export function isBeingWritten(file: string, { process: writer }: Partial<JournalHead>): boolean {
  if (writer === undefined || writer.host !== hostname() || writer.pid === process.pid) return false
  try {
    process.kill(writer.pid, 0)
  } catch (error) {
    // It is there, and somebody else's.
    if (codeOf(error) !== 'EPERM') return false
  }
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < idleMs
}
