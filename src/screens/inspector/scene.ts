import { contract } from '../../../contract'
import { canonical } from '../../../machines/qa/record/fingerprint'
import { decoded, encoded } from '../../../machines/qa/record/address'
import type { RecordedActor, RecordedExchange, Recording } from '../../../machines/qa/record/recording'

// What the app needs to find before it opens as it was when a recording began.

const routes = Object.values(contract)
  .flatMap((calls) => Object.values<{ method: string; path: string; metadata: { level: string } }>(calls))
  .map(({ method, path, metadata }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}(?:$|\\?)`),
    isExtension: metadata.level === 'extension',
    parameters: path.split(':').length - 1,
  }))
  // What is named in a path is not the record of another.
  .toSorted((one, other) => one.parameters - other.parameters)

const isExtended = (exchange: RecordedExchange) =>
  routes.find(({ method, pattern }) => method === exchange.method && pattern.test(exchange.path))?.isExtension ?? false

/** Whether a recording is of a page that listened to changes, or tried to. */
export const listensToChanges = ({ events }: Pick<Recording, 'events'>): boolean =>
  events.some(({ event }) => /^stream\.(?:open|change|resync|lost|ended)$/.test(event.type))

/** Whether a recording is of a backend that has more than the core calls. */
export const usesExtensions = (recording: Recording): boolean => {
  // The payment page asks for what there may be, and reads the order alone where there is not.
  if (recording.exchanges.some(({ path }) => path.startsWith('/api/v1/orders/token/'))) return false
  return recording.exchanges.some(isExtended) || listensToChanges(recording)
}

/** What the server of a recording says of itself, without any address of its own. */
export const settingsOf = (recording: Recording) => ({
  apiHost: '',
  extensions: usesExtensions(recording),
  inspectorUrl: '',
  signUp: 'open',
  ...(recording.demo && { demo: recording.demo }),
})

interface Session {
  hasToken?: boolean
  user?: object
  organizationId?: string
}

/** What a machine of this name knew when the recording began. */
const known = ({ actors }: Recording, name: string): Record<string, unknown> => {
  const actor = actors.find(({ machine }) => machine === name)
  return (actor?.before?.context ?? actor?.input ?? {}) as Record<string, unknown>
}

/** Drafts that were begun where the recording was made: the server was not asked for them. */
function untoldDrafts({ actors, exchanges }: Recording): string[] {
  const ids = actors.flatMap(({ machine, input }) => {
    const { draftId } = (input ?? {}) as { draftId?: string }
    return machine === 'orderNew' && draftId !== undefined ? [draftId] : []
  })
  const isAsked = (id: string) =>
    exchanges.some(({ method, path }) => method === 'GET' && path === `/api/v1/order-drafts/${id}`)
  return [...new Set(ids)].filter((id) => !isAsked(id))
}

/** What the browser remembered before the recording began, by its name. */
export function rememberedIn(recording: Recording): [name: string, value: string][] {
  const session: Session = known(recording, 'session')
  const theme: { theme?: string } = known(recording, 'theme')
  const items: [string, string][] = []
  if (session.user ?? session.hasToken) items.push(['auth_token', 'REDACTED'])
  if (session.organizationId !== undefined) items.push(['orgId', session.organizationId])
  if (theme.theme !== undefined) items.push(['theme', theme.theme])
  const untold = untoldDrafts(recording)
  if (untold.length > 0) items.push(['untoldDrafts', JSON.stringify(untold)])
  for (const { machine, id, input } of recording.actors) {
    const hidden = (input as { hiddenColumns?: string[] } | undefined)?.hiddenColumns
    if (machine === 'dataTable' && hidden)
      items.push([`hiddenColumns.${id.replace('table.', '')}`, JSON.stringify(hidden)])
  }
  return items
}

/** What the session of a recording has told by an event: whether somebody is signed in, who, and where they work. */
function sessionAt({ actors, events }: Recording, number: number) {
  const actor = actors.find(({ machine }) => machine === 'session')
  const before = actor?.before?.context as Session | undefined
  const own = events.filter((event) => event.actor === actor?.session && event.number <= number)
  const state = own.findLast((event) => event.state !== undefined)?.state ?? actor?.before?.state
  const users = own.flatMap(({ event }) => {
    if (event.type === 'session.open' || event.type === 'user.change') return [event['user']]
    return /^xstate\.done\..*\.loadingUser\.asking$/.test(event.type) ? [event['output']] : []
  })
  // Whoever works in another organization has a workspace anew.
  const begun = new Set(events.flatMap((event) => (event.number <= number ? [event.actor] : [])))
  const workspace = actors.findLast((one) => one.machine === 'workspace' && (one.before || begun.has(one.session)))
  const { organizationId } = (workspace?.input ?? {}) as Session
  return { state, user: users.at(-1) ?? before?.user, organizationId }
}

/** What the browser remembered by an event, and what a backend says of whoever is signed in then. */
function signedInAt(recording: Recording, number: number): Pick<Scene, 'remembered' | 'answers'> {
  const remembered = rememberedIn(recording)
  const { state, user, organizationId } = sessionAt(recording, number)
  // The payment page has no session.
  if (state === undefined) return { remembered, answers: [] }
  const items = new Map(remembered)
  if (organizationId !== undefined) items.set('orgId', organizationId)
  if (state === 'signedOut') items.delete('auth_token')
  else items.set('auth_token', 'REDACTED')
  const isSignedIn = typeof state === 'object' && 'signedIn' in state
  // Who they are was told by signing in, or before the recording began, and the app of the window asks for it.
  const asked = {
    ...callKey('GET', '/api/v1/users/me', undefined),
    isBefore: true,
    status: 200,
    answer: { data: user },
  }
  return { remembered: [...items], answers: isSignedIn && user !== undefined ? [asked] : [] }
}

/** What addresses ask the tools of testers for, and who repeats a recording does not. */
const toolNames: ReadonlySet<string> = new Set(['inspect', 'inspectorUrl', 'record'])

/** An address without the tools of testers, also where it is the one to go to once somebody is signed in. */
export function withoutTools(address: string): string {
  const { path, search = [] } = decoded(address)
  // Whatever has none stays letter by letter.
  if (!search.some(([name]) => toolNames.has(name) || name === 'redirect')) return address
  const kept = search
    .filter(([name]) => !toolNames.has(name))
    .map(([name, value]): [string, string] => [name, name === 'redirect' ? withoutTools(value) : value])
  return encoded({ path, search: kept.length > 0 ? kept : undefined })
}

/** Machines whose states tell how fast a machine or a disk is, or what others did meanwhile. */
const byTheWay = /^(?:toasts?|connection|changeFeed|draftKeeping|reread|lazyPage|paymentPolling)$/

/** What is read again when a page hears of a change, which a test that hears of none does not do. */
const readsAgain = /^(?:listQuery|recordQuery)$/

/** The state that the last actor of each machine came to. */
export function lastStatesOf({ actors, events }: Pick<Recording, 'actors' | 'events'>): Record<string, unknown> {
  const states: Record<string, unknown> = {}
  const isHearing = listensToChanges({ events })
  for (const { session, machine } of actors) {
    if (machine === undefined || byTheWay.test(machine) || (isHearing && readsAgain.test(machine))) continue
    const last = events.findLast((each) => each.actor === session && each.event.type !== 'xstate.stop')
    if (last?.state !== undefined) states[machine] = last.state
  }
  return states
}

/** What a call was answered with, and whether it was by then; undefined where no answer came. */
export interface SceneAnswer {
  call: string
  /** Of a search, which its body alone tells from others. */
  body: string
  isBefore: boolean
  status: number | undefined
  answer: unknown
}
/** What is sent to an actor of the app, and the state that its machine is to be in before. */
export interface SceneEvent {
  machine: string
  event: { type: string }
  state: string | undefined
}
/** The app as it was at an event of a recording. */
export interface Scene {
  name: string
  number: number
  last: number
  address: string
  remembered: [name: string, value: string][]
  settings: ReturnType<typeof settingsOf>
  answers: SceneAnswer[]
  events: SceneEvent[]
}

/** How a call is told from others; an address may be written in other letters, such as a blank as %20 or as +. */
export function callKey(method: string, path: string, body: unknown) {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const search = searchParams.toString()
  return {
    call: `${method} ${pathname}${search && `?${search}`}`,
    body: pathname.endsWith('/search') ? canonical(body) : '',
  }
}

/** Screens that are no flow of the workspace, and take what is typed. */
const screens = /^(?:auth|orderNew)$/

/** The app at an event of a recording: where it was, what it had been answered, and the flows that were open. */
export function sceneAt(name: string, recording: Recording, number: number): Scene {
  const { events, visits, exchanges, actors, firstEvent, lastEvent } = recording
  const session = signedInAt(recording, number)
  const past = events.filter((event) => event.number <= number)
  const at = past.at(-1)?.at ?? 0
  const answers = exchanges.map(({ before = firstEvent, method, path, body, status, answer }) => ({
    ...callKey(method, path, body),
    isBefore: before <= number,
    status,
    answer,
  }))
  const isActive = ({ session }: RecordedActor) => past.findLast(({ actor }) => actor === session)?.status === 'active'
  const workspaces = new Set(actors.flatMap(({ machine, session }) => (machine === 'workspace' ? [session] : [])))
  const typed = (actor: RecordedActor): SceneEvent[] => {
    const own = past.filter((event) => event.actor === actor.session)
    return own.flatMap(({ source, event }, place) =>
      source === undefined && !event.type.startsWith('xstate.')
        ? [{ machine: actor.machine ?? '', event, state: canonical(own[place - 1]?.state) }]
        : [],
    )
  }
  const opened = actors.filter(isActive).flatMap((actor): SceneEvent[] => {
    const { machine = '', session, parent = '' } = actor
    if (screens.test(machine)) return typed(actor)
    const began = past.find((event) => event.actor === session)?.number ?? 0
    const opening = past.findLast(
      (event) => workspaces.has(event.actor) && event.event.type === `open.${machine}` && event.number <= began,
    )
    if (!workspaces.has(parent) || !opening) return []
    return [{ machine: 'workspace', event: opening.event, state: undefined }, ...typed(actor)]
  })
  return {
    name,
    number,
    last: lastEvent,
    address: withoutTools(visits.findLast((visit) => visit.at <= at)?.address ?? visits[0]?.address ?? '/'),
    remembered: session.remembered,
    settings: settingsOf(recording),
    answers: [...answers, ...session.answers],
    events: opened,
  }
}
