import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Account, jsonOf } from './exchange'
import type { Fields } from './fields'

type Whose = Account['name']
export type Made = 'offers' | 'customers'

/** A price that nobody else asks for: what the run makes is known by it where its name was not taken. */
export const ownPrice = 73_451.29

/** What puts one change right again. */
export type Undo =
  | { what: 'delete'; resource: Made; account: Whose; name: string; id?: string }
  | { what: 'campaign'; account: Whose; campaignId: string; fields: Fields }
  | { what: 'profile'; account: Whose; fields: Fields }
  /** Campaigns that the run has no reason to change: put back where they hold the run's marker. */
  | { what: 'campaigns'; account: Whose; organizationId: string; fields: Record<string, Fields> }
  | { what: 'nothing'; left: string }

/** Which run a journal is of, and where to look for what it made. */
export interface JournalHead {
  format: 1
  baseUrl: string
  level: 'core' | 'full'
  startedAt: string
  /** In the name of everything that the run made. */
  marker: string
  places: { account: Whose; organizationId: string }[]
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
  #entries = new Map<number, Entry>()
  #last = 0
  /** Every record that the run has made, those too that are deleted by now. */
  readonly known = new Set<string>()

  /** Begins to keep entries; in a file when one is given. */
  begin(head: JournalHead, file?: string): void {
    this.head = head
    this.#file = file
    if (file === undefined) return
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(head)}\n`)
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

  /** A record that the run has deleted itself. */
  deleted(resource: Made, id: string): void {
    const entry = this.#entryOf(resource, id)
    if (entry !== undefined) this.settle(entry.number)
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
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
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

  /** Takes up the journal of a run that was ended. Throws when the file is none; half a last line is left out. */
  static read(file: string): Journal {
    const [first, ...lines] = readFileSync(file, 'utf8').split('\n').map(jsonOf)
    if ((first as Partial<JournalHead> | undefined)?.format !== 1) throw new Error(`${file} is no journal of a check`)
    const journal = new Journal()
    // What the file holds is what was written above.
    journal.head = first as JournalHead
    for (const line of lines as (Line | undefined)[]) if (line !== undefined) journal.#apply(line)
    journal.#file = file
    return journal
  }
}
