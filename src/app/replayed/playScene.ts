import { canonical } from '../../../machines/qa/record/fingerprint'
import { tap } from '../tap'
import type { Scene } from '../../screens/inspector/scene'

/** How long an actor may take to begin, and to come to a state, and how often it is looked, in milliseconds. */
const beginning = 10_000
const coming = 2_000
const moment = 40

const pause = () => new Promise((resolve) => setTimeout(resolve, moment))

/** The session and the state of the newest actor of a machine that runs. */
function running(machine: string) {
  const { actors, events } = tap.recent()
  const found = actors.flatMap((actor) => {
    if (actor.machine !== machine) return []
    const now = events.findLast((event) => event.actor === actor.session && event.after)?.after ?? actor.before
    return now?.status === 'active' ? [{ session: actor.session, state: canonical(now.value) }] : []
  })
  return found.at(-1)
}

/** Opens what was open, and types what had been typed, one after the other. */
export async function playScene({ events }: Scene): Promise<void> {
  for (const { machine, event, state } of events) {
    const begun = performance.now()
    let actor = running(machine)
    const isReady = () => actor && (state === undefined || actor.state === state)
    while (!isReady() && performance.now() - begun < (actor ? coming : beginning)) {
      await pause()
      actor = running(machine)
    }
    if (actor) tap.send(actor.session, event)
  }
}
