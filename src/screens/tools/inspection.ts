import { fromPromise } from 'xstate'
import { inspectionMachine } from '../../../machines/qa/tools/inspection.machine'
import { recentEvents } from '../../../machines/qa/record/tap'
import type { SeenEvent } from '../../../machines/qa/record/seen'
import { TypedSecrets } from '../../../machines/qa/record/typedSecrets'
import { createMessages } from '../../../machines/qa/tools/protocol'
import type { InspectorKind } from '../../../machines/qa/tools/tools.machine'
import type { App } from '../../app/app'
import { openInspectorWindow, statelyUrl } from './inspectorWindow'
import { tap } from '../../app/tap'

const localUrl = '/inspector'

const isLoopback = ({ hostname }: URL) => hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'

/** An address that can be opened as an inspector, or undefined for one that can't. */
function inspectorAddress(address: string): URL | undefined {
  if (!URL.canParse(address, window.location.href)) return undefined
  const url = new URL(address, window.location.href)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
}

/** Where an inspector is, and whether only the page's address says so. */
export function inspectorPlace({ config, tools }: App) {
  const asked = tools.getSnapshot().context.url
  const url = inspectorAddress(asked || config.inspectorUrl || statelyUrl)
  const isOurs = url !== undefined && (url.origin === window.location.origin || isLoopback(url))
  return { url, isForeign: asked !== '' && asked !== config.inspectorUrl && !isOurs }
}

/** Opens an inspector and sends it all that is known and whatever comes. Undefined when the browser refuses it. */
function watch(url: string): (() => void) | undefined {
  const inspector = openInspectorWindow(url)
  if (!inspector) return undefined
  const messages = createMessages((session) => tap.actor(session), performance.timeOrigin)
  const secrets = new TypedSecrets()
  for (const actor of tap.recent().actors) {
    if (actor.before) inspector.send([messages.actor({ ...actor, before: secrets.hide(actor.before).hidden })])
  }
  const sent: SeenEvent[] = []
  const stop = tap.subscribe((events) => {
    const { hidden, isNews } = secrets.hide(events)
    // What was typed before the last key has shown what it is. Other inspectors have no word for it.
    for (const [place, event] of isNews ? sent.entries() : []) {
      const anew = secrets.hide(event).hidden
      if (anew === event) continue
      sent[place] = anew
      if (url === localUrl) inspector.send([messages.hidden(anew)])
    }
    inspector.send(hidden.flatMap((event) => messages.event(event)))
    sent.push(...hidden)
    sent.splice(0, sent.length - recentEvents)
  })
  return () => {
    stop()
    inspector.close()
  }
}

/** The inspection with its real effects. */
export function wireInspection(app: App) {
  const { url } = inspectorPlace(app)
  let close = () => {}
  return inspectionMachine.provide({
    actors: {
      openInspector: fromPromise<{ isBlocked: boolean }, { inspector: InspectorKind }>(({ input: { inspector } }) => {
        close()
        if (!url) throw new Error('The address of the inspector must begin with https:// or http://')
        // At once, as a browser opens windows only while it handles a click.
        const opened = watch(inspector === 'local' ? localUrl : url.href)
        close = opened ?? (() => {})
        return Promise.resolve({ isBlocked: opened === undefined })
      }),
    },
    actions: {
      closeInspector: () => close(),
      rememberInspector: (_, { inspector }) => app.tools.send({ type: 'inspector.choose', inspector }),
    },
  })
}
