import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import { fromPromise } from 'xstate'
import { inspectionMachine } from '../../machines/inspection.machine'
import { createMessages, type InspectorMessage } from '../../machines/qa/protocol'
import type { InspectorKind } from '../../machines/tools.machine'
import type { App } from './app'
import { tap } from './tap'

const statelyUrl = 'https://stately.ai/inspect'
const localUrl = '/inspector'

/** Messages that wait for an inspector's window, or for one that is opened anew. */
const waitingMessages = 10_000

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

/** Opens an inspector's window and sends it all that is known and whatever comes. Undefined when the browser refuses it. */
function open(url: string): (() => void) | undefined {
  const inspector = createBrowserInspector({
    url,
    maxDeferredEvents: waitingMessages,
    // What a tap gives away is plain data already.
    serialize: (event) => event,
  })
  if (!inspector.adapter.targetWindow) return undefined
  const messages = createMessages((session) => tap.actor(session), performance.timeOrigin)
  const send = (message: InspectorMessage) => inspector.adapter.send(message as StatelyInspectionEvent)
  for (const actor of tap.recent().actors) if (actor.before) send(messages.actor(actor))
  const stop = tap.subscribe((events) => {
    for (const event of events) for (const message of messages.event(event)) send(message)
  })
  return () => {
    stop()
    inspector.stop()
    // The adapter goes on listening, and would send all that it holds to whoever connects next.
    inspector.adapter.targetWindow = null
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
        const opened = open(inspector === 'local' ? localUrl : url.href)
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
