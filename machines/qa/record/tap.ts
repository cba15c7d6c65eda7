import type { AnyActorRef, AnyTransitionDefinition, InspectionEvent, Snapshot } from 'xstate'
import type { Exchange } from '../../../contract/client/exchange'
import { kept, keptAddress, keptPath } from './keep'
import { type KnownMachine, partsOf } from './parts'
import { seen, type Seen, type SeenActor, type SeenEvent, type SeenExchange, type SeenVisit, type Take } from './seen'
import { stepName } from './steps'

/** Events that are always kept, so that what just happened can be saved after a bug. */
export const recentEvents = 2_000
/** Events that one recording takes at most. */
export const longestRecording = 20_000
const keptExchanges = 1_000

interface Known extends SeenActor {
  /** What it was after the last of its events that are no longer kept. */
  before: Seen | undefined
  lastNumber: number
  hasEnded: boolean
}

// Which transitions a step took is not in xstate's types.
type Microstep = InspectionEvent & { _transitions?: AnyTransitionDefinition[] }

/** A machine, or another logic. */
type SomeLogic = (KnownMachine & { id: string }) | { id?: string }

/** Sees every event of every actor that it inspects, and keeps the last of them. */
export class Tap {
  #actors = new Map<string, Known>()
  #refs = new Map<string, AnyActorRef>()
  #events: SeenEvent[] = []
  #exchanges: SeenExchange[] = []
  #visits: SeenVisit[] = []
  #next = 1
  #recordingFrom: number | undefined
  #sources = new WeakMap<object, string>()
  #initialSteps = new WeakMap<AnyActorRef, string[]>()
  #open = new Map<string, SeenEvent>()
  #listeners = new Set<(events: readonly SeenEvent[]) => void>()
  /** Events that listeners get at the end of this task. */
  #waiting: SeenEvent[] = []

  /** The `inspect` of every actor that the app creates. */
  readonly observe = (inspected: InspectionEvent): void => {
    // The types allow for actors of other makes, which the app has none of.
    const actor = inspected.actorRef as AnyActorRef
    if (inspected.type === '@xstate.event') {
      if (inspected.sourceRef) this.#sources.set(inspected.event, inspected.sourceRef.sessionId)
      if (inspected.event.type === 'xstate.init') this.#begin(actor, inspected.event)
    } else if (inspected.type === '@xstate.microstep') {
      this.#addSteps(actor, inspected)
    } else if (inspected.type === '@xstate.snapshot') {
      this.#finish(actor, inspected.event, inspected.snapshot)
    }
  }

  /** Calls a listener with every event that is kept, then with each new one. Returns how to stop. */
  subscribe(listener: (events: readonly SeenEvent[]) => void): () => void {
    // This listener gets the events that wait with the others.
    const earlier = this.#events.filter((event) => !this.#waiting.includes(event))
    if (earlier.length > 0) listener(earlier)
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  actor(session: string): SeenActor | undefined {
    return this.#actors.get(session)
  }

  /** Sends an event by hand; an actor that has ended takes none. */
  send(session: string, event: { type: string }): void {
    this.#refs.get(session)?.send(event)
  }

  addExchange({ method, route, path, body, status, answer }: Exchange): void {
    this.#exchanges.push({
      at: now(),
      before: this.#next,
      method,
      path: keptPath(route, path),
      body: kept(body),
      status,
      answer: kept(answer),
    })
    if (this.#exchanges.length > keptExchanges) this.#exchanges.shift()
  }

  /** The answers from a time on, as {@link SeenExchange} has it. */
  exchangesSince(at: number): readonly SeenExchange[] {
    return this.#exchanges.filter((exchange) => exchange.at >= at)
  }

  addVisit(address: string): void {
    this.#visits.push({ at: now(), address: keptAddress(address) })
    if (this.#visits.length > keptExchanges) this.#visits.shift()
  }

  /** From here on every event is kept until {@link endRecording}, up to {@link longestRecording}. */
  beginRecording(): void {
    this.#recordingFrom = this.#next
  }

  /** What was recorded. */
  endRecording(): Take {
    const from = this.#recordingFrom ?? this.#next
    this.#recordingFrom = undefined
    return this.#take(from)
  }

  get recordedEvents(): number {
    return this.#recordingFrom === undefined ? 0 : this.#next - this.#recordingFrom
  }

  /** The last {@link recentEvents} events. */
  recent(): Take {
    return this.#take(this.#next - recentEvents)
  }

  #take(from: number): Take {
    const before = new Map([...this.#actors].map(([session, known]) => [session, known.before]))
    for (const { number, actor, after } of this.#events) if (number < from) before.set(actor, after)
    const events = this.#events.filter(({ number }) => number >= from)
    const busy = new Set(events.map(({ actor }) => actor))
    const actors = [...this.#actors.values()].filter(({ session, hasEnded }) => busy.has(session) || !hasEnded)
    const since = events[0]?.at ?? 0
    return {
      actors: actors.map(({ lastNumber: _, hasEnded: __, ...actor }) => ({
        ...actor,
        before: before.get(actor.session),
      })),
      events,
      exchanges: [
        ...latest(this.#exchanges.filter(({ at }) => at < since)),
        ...this.#exchanges.filter(({ at }) => at >= since),
      ],
      // The page that the first event happened on belongs to it.
      visits: this.#visits.filter(({ at }, index) => at >= since || (this.#visits[index + 1]?.at ?? since) >= since),
    }
  }

  #begin(actor: AnyActorRef, init: { type: string }): void {
    const { sessionId: session } = actor
    if (!this.#actors.has(session)) {
      this.#refs.set(session, actor)
      const { logic, src } = actor as unknown as { logic: SomeLogic; src: unknown }
      const machine = 'implementations' in logic ? logic : undefined
      this.#actors.set(session, {
        session,
        id: actor.id,
        machine: machine?.id,
        name: machine?.id ?? (typeof src === 'string' ? src : actor.id),
        parent: actor._parent?.sessionId,
        input: kept('input' in init ? init.input : undefined),
        parts: machine && partsOf(machine),
        before: undefined,
        lastNumber: this.#next,
        hasEnded: false,
      })
    }
    const opened = this.#openFor(session, init)
    opened.steps = this.#initialSteps.get(actor) ?? []
    this.#initialSteps.delete(actor)
  }

  #addSteps(actor: AnyActorRef, { event, _transitions = [] }: Microstep & { event: { type: string } }): void {
    const names = _transitions.map(stepName)
    if (this.#actors.has(actor.sessionId)) {
      const opened = this.#open.get(actor.sessionId) ?? this.#openFor(actor.sessionId, event)
      opened.steps.push(...names)
    } else this.#initialSteps.set(actor, [...(this.#initialSteps.get(actor) ?? []), ...names])
  }

  /** The place of an event is where its actor begins with it, so that what it leads to comes after it. */
  #openFor(session: string, event: { type: string }): SeenEvent {
    const opened: SeenEvent = {
      number: this.#next,
      at: now(),
      actor: session,
      source: this.#sources.get(event) ?? this.#ender(session, event),
      // An event's type is no secret, so what is kept of an event is an event.
      event: kept(event) as { type: string },
      steps: [],
      after: undefined,
    }
    this.#next += 1
    this.#open.set(session, opened)
    this.#events.push(opened)
    if (this.#waiting.length === 0) queueMicrotask(() => this.#notify())
    this.#waiting.push(opened)
    return opened
  }

  /** Whoever stops a child is its parent, which xstate does not tell. */
  #ender(session: string, { type }: { type: string }): string | undefined {
    return type === 'xstate.stop' ? this.#actors.get(session)?.parent : undefined
  }

  #finish(actor: AnyActorRef, event: { type: string }, snapshot: Snapshot<unknown>): void {
    const { sessionId: session } = actor
    const known = this.#actors.get(session)
    if (!known) return
    const finished = this.#open.get(session) ?? this.#openFor(session, event)
    this.#open.delete(session)
    finished.after = seen(snapshot)
    known.lastNumber = finished.number
    known.hasEnded = snapshot.status !== 'active'
    if (this.#events.length > this.#limit + recentEvents) this.#forget()
  }

  get #limit(): number {
    return Math.max(recentEvents, Math.min(this.recordedEvents, longestRecording))
  }

  #forget(): void {
    for (const { actor, after } of this.#events.splice(0, this.#events.length - this.#limit)) {
      const known = this.#actors.get(actor)
      if (known) known.before = after
    }
    const oldest = this.#events[0]?.number ?? this.#next
    for (const [session, { hasEnded, lastNumber }] of this.#actors) {
      if (hasEnded && lastNumber < oldest && this.#actors.delete(session)) this.#refs.delete(session)
    }
  }

  #notify(): void {
    const events = this.#waiting
    this.#waiting = []
    for (const listener of this.#listeners) listener(events)
  }
}

/** The last answer of each call, with which a page can be opened as it was. */
const latest = (exchanges: readonly SeenExchange[]): SeenExchange[] => [
  ...new Map(
    exchanges.map((exchange) => [JSON.stringify([exchange.method, exchange.path, exchange.body]), exchange]),
  ).values(),
]

const now = () => Math.round(performance.now())
