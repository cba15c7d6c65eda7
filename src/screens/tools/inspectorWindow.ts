import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import type { InspectorMessage } from '../../../machines/qa/tools/protocol'

export const statelyUrl = 'https://stately.ai/inspect'

/** Messages that wait for an inspector's window, or for one that is loaded anew. */
const waitingMessages = 10_000

/** An inspector in a window of its own. */
export interface InspectorWindow {
  send: (messages: readonly InspectorMessage[]) => void
  close: () => void
}

/**
 * Opens an inspector's window; undefined when the browser refuses it, as it does outside of a click. At least `waiting`
 * messages are kept for a window that is still loading.
 */
export function openInspectorWindow(url: string, waiting = waitingMessages): InspectorWindow | undefined {
  const inspector = createBrowserInspector({
    url,
    maxDeferredEvents: Math.max(waiting, waitingMessages),
    // What a tap gives away is plain data already.
    serialize: (event) => event,
  })
  if (!inspector.adapter.targetWindow) return undefined
  return {
    // The messages are those of the protocol, which the library types by xstate's own events.
    send: (messages) => messages.forEach((message) => inspector.adapter.send(message as StatelyInspectionEvent)),
    close: () => {
      inspector.stop()
      // The adapter goes on listening, and would send all that it holds to whoever connects next.
      inspector.adapter.targetWindow = null
    },
  }
}
