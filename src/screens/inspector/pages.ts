import {
  channelName,
  createReceived,
  type FromInspector,
  lockOf,
  parseFromInspector,
  parseFromPage,
} from '../../../machines/qa/tools/channel'
import type { InspectorEvent } from '../../../machines/qa/tools/inspectorSetup'
import { type InspectorMessage, parseMessage } from '../../../machines/qa/tools/protocol'
import { newId } from '../../browser/newId'

/** Hears all pages of this browser that send what happens in them, whichever was opened first. Returns how to stop, and how to send an event to an actor. */
export function listenToPages(
  add: (messages: readonly InspectorMessage[]) => void,
  tell: (event: InspectorEvent) => void,
): { close: () => void; send: (session: string, event: { type: string }) => void } {
  const channel = new BroadcastChannel(channelName)
  const inspector = newId()
  const others = new Set<string>()
  const loads = new Set<string>()
  const received = createReceived()
  // A channel has one origin, so that there is none to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const post = (message: FromInspector) => channel.postMessage(message)
  const say = (kind: 'open' | 'here' | 'closed') => post({ kind, inspector })

  const hearPage = (data: unknown) => {
    const heard = parseFromPage(data)
    if (heard?.kind === 'ask') say('here')
    else if (heard?.kind === 'page') {
      tell({ type: 'page.come', page: heard.page })
      if (!loads.has(heard.page.load)) followEnd(heard.page.load)
    } else if (heard?.kind === 'gone') tell({ type: 'page.go', load: heard.load, isStopped: heard.isStopped })
    else if (heard && (heard.to ?? inspector) !== inspector) return
    else if (heard?.kind === 'exchanges') {
      tell({
        type: 'exchanges.receive',
        load: heard.load,
        exchanges: heard.exchanges.map((one) => ({ ...one, status: one.status })),
      })
    } else if (heard) {
      add(
        received(
          heard.load,
          heard.messages.flatMap((message) => parseMessage(message) ?? []),
        ),
      )
    }
  }
  const hearInspector = (data: unknown) => {
    const heard = parseFromInspector(data)
    if (!heard || heard.kind === 'send') return
    if (heard.kind === 'closed') others.delete(heard.inspector)
    else others.add(heard.inspector)
    if (heard.kind === 'open') say('here')
    tell({ type: 'others.change', others: others.size })
  }
  // A page that breaks down says nothing, but lets go of its lock.
  const followEnd = (load: string) => {
    loads.add(load)
    if (!('locks' in navigator)) return
    void navigator.locks.request(lockOf(load), () => {
      loads.delete(load)
      tell({ type: 'page.go', load, isStopped: false })
    })
  }
  channel.addEventListener('message', ({ data }) => {
    hearPage(data)
    hearInspector(data)
  })
  const leave = () => say('closed')
  window.addEventListener('pagehide', leave)
  say('open')
  return {
    send: (named, event) => {
      const end = named.lastIndexOf('/')
      post({ kind: 'send', load: named.slice(0, end), session: named.slice(end + 1), event })
    },
    close: () => {
      leave()
      window.removeEventListener('pagehide', leave)
      channel.close()
    },
  }
}
