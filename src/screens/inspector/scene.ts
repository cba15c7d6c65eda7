import { contract } from '../../../contract'
import { canonical } from '../../../machines/qa/record/fingerprint'
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
export const listensToChanges = ({ events }: Recording): boolean =>
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

/** What the browser remembered before the recording began, by its name. */
export function rememberedIn(recording: Recording): [name: string, value: string][] {
  const session: Session = known(recording, 'session')
  const theme: { theme?: string } = known(recording, 'theme')
  const items: [string, string][] = []
  if (session.user ?? session.hasToken) items.push(['auth_token', 'REDACTED'])
  if (session.organizationId !== undefined) items.push(['orgId', session.organizationId])
  if (theme.theme !== undefined) items.push(['theme', theme.theme])
  for (const { machine, id, input } of recording.actors) {
    const hidden = (input as { hiddenColumns?: string[] } | undefined)?.hiddenColumns
    if (machine === 'dataTable' && hidden)
      items.push([`hiddenColumns.${id.replace('table.', '')}`, JSON.stringify(hidden)])
  }
  return items
}

/** Machines whose states tell how fast a machine or a disk is, or what others did meanwhile. */
const byTheWay = /^(?:toasts?|connection|changeFeed|draftKeeping|reread|lazyPage|paymentPolling)$/

/** The state that the last actor of each machine came to. */
export function lastStatesOf({ actors, events }: Pick<Recording, 'actors' | 'events'>): Record<string, unknown> {
  const states: Record<string, unknown> = {}
  for (const { session, machine } of actors) {
    if (machine === undefined || byTheWay.test(machine)) continue
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

/** How a call is told from others. */
export const callKey = (method: string, path: string, body: unknown) => ({
  call: `${method} ${path}`,
  body: path.endsWith('/search') ? canonical(body) : '',
})

/** Screens that are no flow of the workspace, and take what is typed. */
const screens = /^(?:auth|orderNew)$/

/** The app at an event of a recording: where it was, what it had been answered, and the flows that were open. */
export function sceneAt(name: string, recording: Recording, number: number): Scene {
  const { events, visits, exchanges, actors, firstEvent, lastEvent } = recording
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
    address: visits.findLast((visit) => visit.at <= at)?.address ?? visits[0]?.address ?? '/',
    remembered: rememberedIn(recording),
    settings: settingsOf(recording),
    answers,
    events: opened,
  }
}
