import type { Page } from 'playwright'
import type { Recording } from '../../machines/qa/record/recording'
import { controls, surroundings } from '../../src/screens/inspector/controls/controls'
import { givenWith, visit } from '../../src/screens/inspector/controls/visit'
import { usesExtensions } from '../../src/screens/inspector/scene'
import { feed, pauseFeed } from './fedStream'

/** Milliseconds in which a page comes and its address is recorded. */
const coming = 100
/** The same of a table on that page that has its part of the address first. */
const changing = 300

export interface Step {
  /** Milliseconds since the page of the recording began to load. */
  at: number
  /** Of the event that it leads to. */
  number: number
  perform: () => Promise<void>
  about: string
  /** The next one belongs to it, so that the page's clock stands in between. */
  isBurst?: boolean
}

/** Flows that an address opens. */
const openedByAddress = /^open\.(?:customerEdit|gatewayView|mailShow|productEdit|productView|webhookDeliveryView)$/
/** What a page does when it has come. */
const begunByAddress =
  /^(?:open\.(?:customerEdit|gatewayView|mailShow|productEdit|productView|webhookDeliveryView)|xstate\.init)$/

/** The machines that a page begins with. */
const ofPages = /^(?:auth|dataTable|listQuery|orderNew|payment|recordQuery|reportQuery)$/
/** What an address opens says so. */
const opening = /[?&](?:action|gatewayInstanceId|mailId|deliveryId)=/

/** Whether an event comes of an address that is recorded a moment later. */
const isByAddress = (type: string, before: number, address: string) =>
  type === 'address.change' || type === 'report.ask'
    ? before < changing
    : before < coming && begunByAddress.test(type) && (type === 'xstate.init' || opening.test(address))

/** What is done so that the app comes to all that it came to in the recording, in its order. */
export function stepsOf(recording: Recording, page: Page, notDriven: Map<string, number>): Step[] {
  const actors = new Map(recording.actors.map((actor) => [actor.session, actor]))
  const organizations = recording.exchanges.find(({ path }) => path === '/api/v1/organizations')?.answer as
    | { data?: { id: string; name?: string }[] }
    | undefined
  const organizationName = (id: string) => organizations?.data?.find((one) => one.id === id)?.name ?? id
  const events = recording.events.flatMap(({ at, number, actor: session, source, event }): Step[] => {
    const actor = actors.get(session)
    if (!actor?.machine) return []
    const drivenBy = (control: NonNullable<(typeof controls)[string]>): Step[] => [
      {
        at,
        number,
        about: `${event.type} of ${actor.id}`,
        perform: () => control({ event, actor, page, organizationName, recording, at }),
      },
    ]
    // Timers, and what is asked of the server beside its calls, come one by one, too.
    if (/^xstate\.(?:after\.|(?:done|error)\..*\.(?:connection|lazyPage)\.)/.test(event.type)) {
      return [{ at, number: number + 1, about: event.type, perform: () => Promise.resolve() }]
    }
    if (event.type.startsWith('xstate.')) return []
    const control = surroundings[event.type] ?? (source === undefined ? controls[event.type] : undefined)
    if (control) return drivenBy(control)
    if (source === undefined && !openedByAddress.test(event.type)) {
      notDriven.set(event.type, (notDriven.get(event.type) ?? 0) + 1)
    }
    return []
  })
  const visits = recording.visits.slice(1).map((visited, index): Step => {
    const { at, address } = visited
    // An address is recorded when its page has come, with whatever begins there.
    const previous = Math.max(recording.visits[index]?.at ?? 0, events.findLast((step) => step.at <= at)?.at ?? 0)
    const effects = recording.events.filter(
      ({ at: when, source, event, actor }) =>
        when > previous &&
        when < at &&
        (source === undefined || event.type === 'address.change' || event.type === 'report.ask') &&
        (event.type !== 'xstate.init' || ofPages.test(actors.get(actor)?.machine ?? '')),
    )
    // Who goes leaves a page first; where no work had begun, what is next is what begins or opens on the new one.
    const effect =
      effects.findLast(({ event }) => event.type === 'screen.leave') ??
      effects.find(({ at: when, event }) => isByAddress(event.type, at - when, address))
    const found = effect ?? recording.events.find((event) => event.at >= at)
    return {
      at: Math.min(at, found?.at ?? at),
      number: found?.number ?? recording.lastEvent,
      about: `to ${address}`,
      perform: () => visit(page, address, givenWith(recording, visited)),
    }
  })
  return [...events, ...visits, ...streamed(recording, page)].toSorted((a, b) => a.at - b.at || a.number - b.number)
}

/** What the stream of changes says, and when it is listened to no more, as when the page is hidden. */
function streamed(recording: Recording, page: Page): Step[] {
  // A page that knows of a backend without extensions does not ask for it.
  const isAsked = usesExtensions(recording)
  const { actors, events } = recording
  // A page goes on where it was only when it was told the place.
  const isResumed = events.some(({ event }) => event.type === 'stream.open' && event['isResumed'] === true)
  const unanswered = events.flatMap(({ event, at }) => (event.type === 'request.unanswered' ? [at] : []))
  // Without an organization there is nothing to listen to, which the app knows by itself.
  const listening = new Set(
    actors.flatMap(({ machine, session, input }) =>
      machine === 'changeFeed' && (input as { organizationId?: string } | undefined)?.organizationId ? [session] : [],
    ),
  )
  return events.flatMap(({ at, number, actor, event }) => {
    if (!listening.has(actor)) return []
    if (event.type === 'feed.pause' || event.type === 'feed.resume') {
      const perform = () => pauseFeed(page, event.type === 'feed.pause')
      return [{ at, number, about: event.type, perform }]
    }
    if (!isAsked || !event.type.startsWith('stream.')) return []
    const place = isResumed ? String(number) : undefined
    const isUnanswered = unanswered.some((when) => Math.abs(when - at) < coming)
    const isBurst = event.type === 'stream.change'
    return [{ at, number, about: event.type, perform: () => feed(page, event, { place, isUnanswered }), isBurst }]
  })
}
