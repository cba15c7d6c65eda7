import { type Caller, isOpen, type OwnMembership } from '../auth/sessions'
import type { Database } from '../db/database'
import { Refusal, tooManyRequests, unavailable } from '../http/errors'
import { FairQueue } from '../fairQueue'
import { hearWorkers } from '../health/workers'
import { coalesced } from './coalesced'
import { EventStream, type Place, placeOf, type StreamEnd } from './stream'
import { knownChanges } from './known'
import type { NotedChange } from './notedChange'
import { Tail, type Told, readChanges, type ReadFrom } from './tail'

export interface ChangeFeed {
  /**
   * What changes in an organization of the caller's from now on, and before that what changed since the place that was
   * heard last, or in the last seconds; each by itself unless they are to come together. Throws a 429 when the person has too many of them.
   */
  open: (caller: Caller, orgId: string, lastEventId: string | undefined, isTogether?: boolean) => Promise<EventStream>
  /** How many streams are open. */
  count: () => number
  /** Ends every stream. */
  close: () => void
}

interface Open {
  stream: EventStream
  /** With what they are by the last that is known. */
  caller: Caller
  orgId: string
  /** How far it has heard; undefined before it is ready. */
  place: () => Place | undefined
}

/** As many windows as a person may have on several machines. */
const mostPerPerson = 20
const mostOnNode = 5_000
const beatMilliseconds = 15_000
/** Organizations that are read at once: all of them would have requests refused, as so many wait. */
const readAtOnce = 4
/** Notes are swept an hour after they were written, at the earliest. */
const placesHoldMilliseconds = 50 * 60_000
/** What a page read in its first seconds may have changed before its stream began. */
const secondsBefore = 10

/** What the streams of this node hear. Nothing is asked of the database as long as nobody listens. */
export function createChangeFeed(database: Database, now: () => Date, beatEvery = beatMilliseconds): ChangeFeed {
  const tails = new Map<string, Tail>()
  const queue = new FairQueue(['reads'], { atOnce: readAtOnce, places: mostOnNode, full: tooManyAtOnce })
  const streams = new Set<Open>()
  let isClosed = false
  /** Since when nobody sends mails and webhooks, as far as the last beat could tell. */
  let silentSince: Date | null | undefined

  const stopListening = database.listen((notice) => {
    if (notice?.channel === 'offerdesk_leaving') {
      void endThoseGone([...streams].filter(({ caller }) => caller.userId === notice.about))
    } else if (notice) tails.get(notice.about)?.wake()
    else wakeAll()
  })

  function wakeAll(): void {
    for (const [orgId, tail] of tails) {
      if (tail.isWatched) tail.wake()
      else tails.delete(orgId)
    }
  }

  // The next beat also brings what was lost with a connection to the database.
  const beats = setInterval(() => {
    wakeAll()
    for (const open of streams) {
      const place = open.place()
      if (place) open.stream.beat(place)
    }
    void endThoseGone([...streams])
    void tellOfWorkers()
  }, beatEvery).unref()

  /** Owners hear at every beat that nobody sends mails and webhooks, and once that somebody does again (LV-01). */
  async function tellOfWorkers(): Promise<void> {
    const owners = [...streams].filter(isOwner)
    if (owners.length === 0) {
      // By the time that one comes it is old.
      silentSince = undefined
      return
    }
    try {
      const { areSilent, lastAt } = await hearWorkers(database)
      const before = silentSince
      silentSince = areSilent ? lastAt : undefined
      if (before === undefined && silentSince === undefined) return
      for (const { stream } of owners) stream.tellOfWorkers(silentSince)
    } catch {
      // As long as nobody can say, nothing is said.
    }
  }

  /** A session that has ended, or a person who has left the organization, hears no more of it. */
  async function endThoseGone(among: readonly Open[]): Promise<void> {
    if (among.length === 0) return
    try {
      // One question for all of them: one for each would have requests refused, as so many wait.
      const owners = await database.ownersOf([...new Set(among.map(({ caller }) => caller.tokenHash))])
      for (const open of among) {
        const { stream, caller, orgId } = open
        const memberships = owners.get(caller.tokenHash)?.memberships.filter(isOpen)
        if (!memberships?.some((own) => own.orgId === orgId)) stream.end('signed_out')
        else open.caller = { ...caller, memberships }
      }
    } catch {
      // As long as nobody can say, it goes on.
    }
  }

  function register(open: Open): void {
    streams.add(open)
    open.stream.once('close', () => streams.delete(open))
  }

  const newTail = (orgId: string) =>
    new Tail((from: ReadFrom) => queue.take('reads', orgId, () => readChanges(database, orgId, from)))

  async function open(
    caller: Caller,
    orgId: string,
    lastEventId: string | undefined,
    isTogether = false,
  ): Promise<EventStream> {
    if (isClosed) throw unavailable('The server is stopping. Try again in a moment.')
    if (streams.size >= mostOnNode) throw tooManyAtOnce()
    if ([...streams].filter((one) => isSameAsker(one.caller, caller)).length >= mostPerPerson) throw tooManyStreams()
    const tail = tails.get(orgId) ?? newTail(orgId)
    tails.set(orgId, tail)
    const stream = new EventStream(isTogether)
    let isReady = false
    let telling = 0
    const place = () =>
      isReady && telling === 0 && tail.upTo !== undefined ? { upTo: tail.upTo, at: now() } : undefined
    const opened: Open = { stream, caller, orgId, place }
    register(opened)
    let told = Promise.resolve()
    // What an agent may hear of has to be asked first; what happened later is told later all the same.
    const tell: EventStream['tell'] = (changes, at) => {
      if (changes === undefined || !isAgent(opened)) return stream.tell(changes, at)
      telling += 1
      told = told
        .then(async () => stream.tell(await knownTo(opened, changes), at))
        .catch(() => stream.tell(undefined, at))
        .finally(() => void (telling -= 1))
    }
    try {
      await begin(tail, { stream, tell }, orgId, lastEventId)
      isReady = true
      if (silentSince !== undefined && isOwner(opened)) stream.tellOfWorkers(silentSince)
    } catch (error) {
      stream.destroy()
      throw error
    }
    return stream
  }

  /** What agents may see is settled anew at times, which is told as a change of the organization. */
  async function knownTo(open: Open, changes: readonly NotedChange[]): Promise<readonly NotedChange[]> {
    if (changes.some(({ resource }) => resource === 'organizations')) {
      const { tokenHash } = open.caller
      const memberships = (await database.ownersOf([tokenHash])).get(tokenHash)?.memberships
      if (memberships) open.caller = { ...open.caller, memberships: memberships.filter(isOpen) }
    }
    return knownChanges(database, open.caller, open.orgId, changes)
  }

  async function begin(
    tail: Tail,
    { stream, tell }: { stream: EventStream; tell: EventStream['tell'] },
    orgId: string,
    lastEventId?: string,
  ): Promise<void> {
    // Changes that come in while the past is read wait for it.
    let waiting: Told[] | undefined = []
    const stop = await tail.watch((told) => {
      if (waiting) waiting.push(told)
      else tell(told.changes, { upTo: told.upTo, at: now() })
    })
    stream.once('close', stop)
    const place = lastEventId === undefined ? undefined : placeOf(lastEventId)
    const isKnown = place !== undefined && now().getTime() - place.at.getTime() < placesHoldMilliseconds
    const isLost = lastEventId !== undefined && !isKnown
    const since = isKnown ? { xid: place.upTo } : { seconds: secondsBefore }
    const { changes: noted, upTo } = await readChanges(database, orgId, since)
    const changes = noted && coalesced(noted)
    const here = { upTo, at: now() }
    stream.ready(here)
    tell(isLost ? undefined : changes, here)
    for (const told of waiting) tell(told.changes, { upTo: told.upTo, at: now() })
    waiting = undefined
  }

  const endAll = (reason: StreamEnd) => {
    for (const { stream } of streams) stream.end(reason)
  }

  return {
    open,
    count: () => streams.size,
    close: () => {
      isClosed = true
      clearInterval(beats)
      stopListening()
      endAll('stopping')
    },
  }
}

const isA =
  (role: OwnMembership['role']) =>
  ({ caller, orgId }: Open) =>
    caller.memberships.some((own) => own.orgId === orgId && own.role === role)
const [isOwner, isAgent] = [isA('owner'), isA('agent')]

/** A program that listens by a token takes nothing from the windows of whoever made it. */
const isSameAsker = (one: Caller, other: Caller) => one.userId === other.userId && one.token?.id === other.token?.id

const tooManyAtOnce = () => unavailable('Too many streams at once. Try again in a moment.')
const tooManyStreams = () =>
  new Refusal(429, 'too_many_streams', 'You have this open too many times. Close some windows.', {
    headers: tooManyRequests(30).headers,
  })
