import {
  channelName,
  type FromPage,
  lockOf,
  parseFromInspector,
  type WatchedPage,
} from '../../../machines/qa/tools/channel'
import type { SeenExchange } from '../../../machines/qa/record/seen'
import type { InspectorMessage } from '../../../machines/qa/tools/protocol'
import { newId } from '../../browser/newId'
import { read, write } from '../../browser/storage'

/** Milliseconds within which an inspector that is open answers. */
const answerTime = 400

/** Which load of which tab this is; a tab keeps its name when it is loaded anew. */
const load = newId()
function tabName(): string {
  const name = read('sessionStorage', 'inspectedTab') ?? newId()
  write('sessionStorage', 'inspectedTab', name)
  return name
}

let isHeld = false

/** Holds the lock for as long as this page lives. Only where pages are delivered safely; elsewhere nobody hears of a breakdown. */
function holdLock() {
  if (isHeld || !('locks' in navigator)) return
  isHeld = true
  void navigator.locks.request(lockOf(load), () => new Promise(() => {}))
}

/** What this page says to our own inspectors, in other windows of this browser. */
export interface PageChannel {
  sendExchanges: (exchanges: readonly SeenExchange[]) => void
  send: (messages: readonly InspectorMessage[]) => void
  /** Whether an inspector is open. */
  ask: () => Promise<boolean>
  /** Calls back whenever inspectors come or go. Returns how to stop. */
  follow: (listen: (isThere: boolean) => void) => () => void
  close: () => void
}

interface Known {
  address: () => string
  messages: () => readonly InspectorMessage[]
  exchanges: () => readonly SeenExchange[]
}

/** Opens the channel. Every inspector that comes gets all that is known; `take` gets what one sends to an actor. */
export function openPageChannel(
  { address, messages: whatWas, exchanges }: Known,
  take: (session: string, event: { type: string }) => void,
): PageChannel {
  const channel = new BroadcastChannel(channelName)
  const inspectors = new Set<string>()
  const listeners = new Set<(isThere: boolean) => void>()
  const tab = tabName()
  // A channel has one origin, so that there is none to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const post = (message: FromPage) => channel.postMessage(message)
  let told = ''
  const tellPage = () => {
    const page: WatchedPage = { load, tab, title: document.title, address: address() }
    told = page.title + page.address
    post({ kind: 'page', page })
  }
  channel.addEventListener('message', ({ data }) => {
    const heard = parseFromInspector(data)
    if (heard?.kind === 'send' && heard.load === load) take(heard.session, heard.event)
    if (!heard || heard.kind === 'send') return
    if (heard.kind === 'closed') inspectors.delete(heard.inspector)
    else if (heard.kind === 'open' || !inspectors.has(heard.inspector)) {
      inspectors.add(heard.inspector)
      tellPage()
      post({ kind: 'messages', load, to: heard.inspector, messages: whatWas() })
      post({ kind: 'exchanges', load, to: heard.inspector, exchanges: exchanges() })
    }
    for (const listen of listeners) listen(inspectors.size > 0)
  })
  const leave = () => post({ kind: 'gone', load, isStopped: false })
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', tellPage)
  holdLock()
  return {
    send: (messages) => {
      if (inspectors.size === 0) return
      if (told !== document.title + address()) tellPage()
      post({ kind: 'messages', load, messages })
    },
    sendExchanges: (some) => {
      if (inspectors.size > 0) post({ kind: 'exchanges', load, exchanges: some })
    },
    ask: () => {
      post({ kind: 'ask' })
      return new Promise((resolve) => {
        const done = () => {
          listeners.delete(done)
          resolve(inspectors.size > 0)
        }
        listeners.add(done)
        setTimeout(done, answerTime)
      })
    },
    follow: (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    close: () => {
      post({ kind: 'gone', load, isStopped: true })
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', tellPage)
      channel.close()
    },
  }
}
