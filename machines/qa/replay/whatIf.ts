import type { AnyStateMachine } from 'xstate'
import { canonical, fingerprint } from '../record/fingerprint'
import { kept } from '../record/keep'
import type { Machines, RecordedActor, RecordedEvent, Recording } from '../record/recording'
import { Folded } from './folded'
import { kindOf, stateText } from './logView'

/** What is to be otherwise at an event: what the actor got, or what one of its machine's guards says from there on. */
export type Otherwise = { event: { type: string } } | { guard: string; isTrue: boolean }

/** A state that an actor came to in the recording, and the one that it would have come to. */
export interface OtherState {
  /** Of the event after which they differ. */
  number: number
  actor: string
  machine: string
  event: string
  recorded: string
  otherwise: string
}
export interface WhatIf {
  number: number
  /** What was asked, in words. */
  asked: string
  states: readonly OtherState[]
}

/** A state in words; of what has ended, which way it did. */
function textOf(status: string | undefined, state: unknown): string {
  const textAs = (each: string) =>
    stateText({ status: each, state: state === undefined ? '' : JSON.stringify(state), context: '' })
  const [where, how] = [textAs('active'), textAs(status ?? '')]
  return where === how || where === '' ? how : `${where}, ${how}`
}

/** What the guard of a machine would have said, as a machine. */
const guarded = (machine: AnyStateMachine, guard: string, isTrue: boolean): AnyStateMachine =>
  machine.provide({ guards: { [guard]: () => isTrue } })

interface Sent {
  to: string
  event: { type: string }
}

/** The machines of a recording, of which one goes another way from some event on. */
class OtherCourse {
  readonly #folded = new Map<string, Folded>()
  readonly #actors: ReadonlyMap<string, RecordedActor>
  /** Those that went another way: what they send is what they would have sent. */
  readonly #strayed = new Set<string>()
  /** Those that would never have begun. */
  readonly #absent = new Set<string>()
  /** What those that have begun would have been called: whoever counts its children has counted otherwise. */
  readonly #ids = new Map<string, string>()
  readonly #recorded = new Map<string, string>()
  readonly #told = new Map<string, string>()
  readonly states: OtherState[] = []

  constructor({ actors }: Recording, machines: Machines) {
    this.#actors = new Map(actors.map((actor) => [actor.session, actor]))
    for (const actor of actors) {
      const machine = actor.machine === undefined ? undefined : machines[actor.machine]
      if (machine) this.#folded.set(actor.session, new Folded(actor, machine))
    }
  }

  /** What was recorded, up to where it goes another way. */
  take({ actor, event, status, state }: RecordedEvent): void {
    this.#ids.set(actor, this.#actors.get(actor)?.id ?? '')
    const folded = this.#folded.get(actor)
    if (!folded) return
    this.#recorded.set(actor, textOf(status, state))
    try {
      folded.take(event)
    } catch {
      // The machine is another one now, which is told elsewhere.
    }
  }

  /** The event at which it goes another way. */
  stray(recorded: RecordedEvent, otherwise: Otherwise, machines: Machines): void {
    const folded = this.#folded.get(recorded.actor)
    const machine = machines[folded?.actor.machine ?? '']
    if (!folded || !machine) throw new Error('Only what a machine takes can be otherwise.')
    if ('guard' in otherwise) folded.goOnBy(guarded(machine, otherwise.guard, otherwise.isTrue))
    this.#give(recorded, 'guard' in otherwise ? recorded.event : otherwise.event)
  }

  /** What was recorded afterwards, as far as it would have come. */
  follow(recorded: RecordedEvent): void {
    const { actor, source = '', event, status, state } = recorded
    const folded = this.#folded.get(actor)
    if (event.type === 'xstate.init' && !this.#begins(actor)) this.#absent.add(actor)
    if (!folded) return
    if (this.#absent.has(actor)) {
      this.#tell(recorded, textOf(status, state), 'never begins')
      return
    }
    // What it got from one that went another way, it gets from that one.
    const isOwn = source === actor || !this.#strayed.has(source) || /^xstate\.(?:init|stop)$/.test(event.type)
    if (isOwn && !this.#absent.has(source)) this.#give(recorded, this.#asCalled(event, source))
    else {
      this.#recorded.set(actor, textOf(status, state))
      this.#compare(recorded, folded)
    }
  }

  /** What became of those that went another way, and of whom nothing was recorded since. */
  end(last: RecordedEvent): void {
    for (const session of this.#strayed) {
      const folded = this.#folded.get(session)
      if (folded) this.#compare({ ...last, actor: session }, folded)
    }
  }

  /** Whether an actor begins all the same: by its id, or as one of its kind that nobody has begun as yet. */
  #begins(session: string): boolean {
    const { parent = '', id = '' } = this.#actors.get(session) ?? {}
    if (this.#absent.has(parent)) return false
    const { snapshot } = this.#folded.get(parent) ?? {}
    const taken = new Set([...this.#ids].flatMap(([one, called]) => (this.#isChildOf(parent, one) ? [called] : [])))
    const isAlike = (one: string) => kindOf(one) === kindOf(id) && !taken.has(one)
    const children = Object.keys(snapshot?.children ?? {})
    const called = !this.#strayed.has(parent) || children.includes(id) ? id : children.find(isAlike)
    if (called !== undefined) this.#ids.set(session, called)
    return called !== undefined
  }

  readonly #isChildOf = (parent: string, session: string) => this.#actors.get(session)?.parent === parent
  readonly #idOf = (session: string) => this.#ids.get(session) ?? this.#actors.get(session)?.id ?? session

  /** What an actor says of its end, by the id that it would have. */
  #asCalled(event: { type: string }, source: string): { type: string } {
    const recorded = this.#actors.get(source)?.id
    const called = this.#idOf(source)
    const [, how] = /^xstate\.(done|error)\.actor\./.exec(event.type) ?? []
    if (how === undefined || called === recorded) return event
    return Object.assign({ ...event }, { type: `xstate.${how}.actor.${called}`, actorId: called })
  }

  #give(recorded: RecordedEvent, event: { type: string }): void {
    this.#recorded.set(recorded.actor, textOf(recorded.status, recorded.state))
    const first = this.#folded.get(recorded.actor)
    if (!first) return
    this.#take(first, event)
    if (!this.#strayed.has(recorded.actor) && isAsRecorded(recorded, first)) return
    this.#strayed.add(recorded.actor)
    this.#compare(recorded, first)
    const waiting = this.#sentBy(first)
    // What is sent may have others send, but not without end.
    for (let count = 0; count < mostSent; count += 1) {
      const sent = waiting.shift()
      const taker = sent && this.#folded.get(sent.to)
      if (!sent) return
      if (!taker || !this.#take(taker, sent.event)) continue
      this.#strayed.add(sent.to)
      waiting.push(...this.#sentBy(taker))
    }
  }

  /** Whether an actor took an event: one that has ended takes none, nor one that knows nothing of the kind where it is. */
  #take(folded: Folded, event: { type: string }): boolean {
    folded.actions = []
    if (event.type !== 'xstate.init' && folded.snapshot?.status !== 'active') return false
    try {
      folded.take(event)
      return true
    } catch {
      return false
    }
  }

  /** What an actor that went another way sends to other machines of the recording. */
  #sentBy({ actor, actions, snapshot }: Folded): Sent[] {
    const parent = this.#actors.get(actor.parent ?? '')
    const sent = actions.flatMap(({ type, params }): Sent[] => {
      if (type !== 'xstate.sendTo') return []
      const { to, event } = params as { to: { id?: string } | undefined; event: { type: string } }
      const isSentTo = (one: string) => this.#isChildOf(actor.session, one) && this.#idOf(one) === to?.id
      // Whoever is sent to is a child, or stands in for the parent.
      const session = [...this.#actors.keys()].findLast(isSentTo) ?? parent?.session
      return session === undefined ? [] : [{ to: session, event: kept(event) as { type: string } }]
    })
    if (snapshot?.status !== 'done' || !parent) return sent
    const id = this.#idOf(actor.session)
    const done = { type: `xstate.done.actor.${id}`, actorId: id, output: kept(snapshot.output) }
    return [...sent, { to: parent.session, event: done }]
  }

  #compare(recorded: RecordedEvent, { snapshot }: Folded): void {
    const { actor } = recorded
    this.#tell(recorded, this.#recorded.get(actor) ?? 'not begun', textOf(snapshot?.status, snapshot?.value))
  }

  /** Says that the states differ, unless it was said of the same ones. */
  #tell({ number, actor, event }: RecordedEvent, recorded: string, otherwise: string): void {
    const told = `${recorded}\n${otherwise}`
    const isKnown = (this.#told.get(actor) ?? '') === (recorded === otherwise ? '' : told)
    if (isKnown) return
    this.#told.set(actor, recorded === otherwise ? '' : told)
    const { id = actor, machine = '' } = this.#actors.get(actor) ?? {}
    this.states.push({ number, actor: id, machine, event: event.type, recorded, otherwise })
  }
}

const isAsRecorded = ({ state, status, context }: RecordedEvent, { snapshot }: Folded) =>
  snapshot !== undefined &&
  status === snapshot.status &&
  canonical(state) === canonical(snapshot.value) &&
  context === fingerprint(kept(snapshot.context))

/** Events at most that one leads to. */
const mostSent = 1_000

const askedText = (otherwise: Otherwise): string =>
  'guard' in otherwise
    ? `the guard ${otherwise.guard} said ${otherwise.isTrue ? 'yes' : 'no'} from here on`
    : `it got ${JSON.stringify(otherwise.event)}`

/**
 * What would have become of the machines if something had been otherwise at an event: everything recorded afterwards is
 * folded to the end, without what actors that went another way sent then, and with what they would have sent. Throws an
 * `Error` of one sentence where nothing can be otherwise.
 */
export function whatIf(recording: Recording, machines: Machines, number: number, otherwise: Otherwise): WhatIf {
  const course = new OtherCourse(recording, machines)
  for (const recorded of recording.events) {
    if (recorded.number < number) course.take(recorded)
    else if (recorded.number === number) course.stray(recorded, otherwise, machines)
    else course.follow(recorded)
  }
  const last = recording.events.at(-1)
  if (last) course.end(last)
  return { number, asked: askedText(otherwise), states: course.states }
}

/** The guards that a machine's definition, as JSON text, names. */
export function guardsOf(definition: string | undefined): string[] {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value) as [string, unknown][]) {
        const guard = name === 'guard' ? nameOf(part) : undefined
        if (guard !== undefined) found.add(guard)
        look(part)
      }
    }
  }
  if (definition !== undefined) look(JSON.parse(definition))
  return [...found].toSorted()
}

function nameOf(guard: unknown): string | undefined {
  if (typeof guard === 'string') return guard
  if (typeof guard !== 'object' || guard === null || !('type' in guard)) return undefined
  return typeof guard.type === 'string' && !guard.type.startsWith('xstate.') ? guard.type : undefined
}
