import { fromCallback, fromPromise } from 'xstate'
import { inspectionMachine } from '../../../machines/qa/tools/inspection.machine'
import type { InspectorKind } from '../../../machines/qa/tools/tools.machine'
import { statelyUrl } from './inspectorWindow'
import type { PageChannel } from './pageChannel'
import type { ToolsPage } from './tools'
import { watchElsewhere, watchHere } from './watching'

const localUrl = '/inspector'

const isLoopback = ({ hostname }: URL) => hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'

/** An address that can be opened as an inspector, or undefined for one that can't. */
function inspectorAddress(address: string): URL | undefined {
  if (!URL.canParse(address, window.location.href)) return undefined
  const url = new URL(address, window.location.href)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
}

/** Where an inspector is, and whether only the page's address says so. */
export function inspectorPlace({ inspectorUrl, tools }: ToolsPage) {
  const asked = tools.getSnapshot().context.url
  const url = inspectorAddress(asked || inspectorUrl || statelyUrl)
  const isOurs = url !== undefined && (url.origin === window.location.origin || isLoopback(url))
  return { url, isForeign: asked !== '' && asked !== inspectorUrl && !isOurs }
}

/** Opens our own inspector, unless a window of it is open already. */
async function openHere(channel: PageChannel): Promise<{ isBlocked: boolean }> {
  if (await channel.ask()) return { isBlocked: false }
  return { isBlocked: window.open(localUrl, 'offerdesk-inspector') === null }
}

/** The inspection with its real effects. */
export function wireInspection(page: ToolsPage) {
  const { url } = inspectorPlace(page)
  let close = () => {}
  let here: PageChannel | undefined
  const stop = () => {
    close()
    here?.close()
    close = () => {}
    here = undefined
  }
  return inspectionMachine.provide({
    actors: {
      openInspector: fromPromise<{ isBlocked: boolean }, { inspector: InspectorKind }>(({ input: { inspector } }) => {
        stop()
        // What a customer pays is for no other host.
        if (inspector === 'local' || page.inspectorUrl === undefined) {
          here = watchHere()
          return openHere(here)
        }
        if (!url) throw new Error('The address of the inspector must begin with https:// or http://')
        // At once, as a browser opens windows only while it handles a click.
        const opened = watchElsewhere(url.href)
        close = opened ?? (() => {})
        return Promise.resolve({ isBlocked: opened === undefined })
      }),
      followInspectors: fromCallback(({ sendBack }) =>
        here?.follow((isThere) => sendBack({ type: isThere ? 'inspector.come' : 'inspector.leave' })),
      ),
    },
    actions: {
      closeInspector: stop,
      rememberInspector: (_, { inspector }) => page.tools.send({ type: 'inspector.choose', inspector }),
    },
  })
}
