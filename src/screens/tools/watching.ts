import { recentEvents } from '../../../machines/qa/record/tap'
import { keptAddress } from '../../../machines/qa/record/keep'
import type { SeenEvent } from '../../../machines/qa/record/seen'
import { TypedSecrets } from '../../../machines/qa/record/typedSecrets'
import { createMessages, type InspectorMessage } from '../../../machines/qa/tools/protocol'
import { tap } from '../../app/tap'
import { openInspectorWindow } from './inspectorWindow'
import { openPageChannel, type PageChannel } from './pageChannel'

const messagesOf = () => createMessages((session) => tap.actor(session), performance.timeOrigin)

/** Everything that is known of this page, without the secrets. */
function whatWas(secrets: TypedSecrets, messages = messagesOf()): InspectorMessage[] {
  const { actors, events } = tap.recent()
  return [
    ...actors.flatMap((actor) =>
      actor.before ? [messages.actor({ ...actor, before: secrets.hide(actor.before).hidden })] : [],
    ),
    ...secrets.hide(events).hidden.flatMap((event) => messages.event(event)),
  ]
}

/** Hands on every event from now on. What was handed on and turns out to have held a secret goes to `takeBack`. */
function handOn(
  secrets: TypedSecrets,
  messages: ReturnType<typeof messagesOf>,
  send: (messages: readonly InspectorMessage[]) => void,
  takeBack: (message: InspectorMessage) => void,
): () => void {
  // As they were and as they were sent: what was hidden of one may be too little for what comes later.
  const sent: { event: SeenEvent; hidden: SeenEvent }[] = []
  return tap.subscribe((events) => {
    const { hidden, isNews } = secrets.hide(events)
    // What was typed before the last key has shown what it is.
    for (const each of isNews ? sent : []) {
      const anew = secrets.hide(each.event).hidden
      if (anew === each.hidden) continue
      each.hidden = anew
      takeBack(messages.hidden(anew))
    }
    send(hidden.flatMap((event) => messages.event(event)))
    sent.push(...events.map((event, place) => ({ event, hidden: hidden[place] ?? event })))
    sent.splice(0, sent.length - recentEvents)
  })
}

/** Opens the window of another inspector and sends it what is known and whatever comes. Undefined when the browser refuses it. */
export function watchElsewhere(url: string): (() => void) | undefined {
  const inspector = openInspectorWindow(url)
  if (!inspector) return undefined
  const messages = messagesOf()
  const secrets = new TypedSecrets()
  for (const actor of tap.recent().actors) {
    if (actor.before) inspector.send([messages.actor({ ...actor, before: secrets.hide(actor.before).hidden })])
  }
  // Other inspectors have no word for what is to be taken back.
  const stop = handOn(secrets, messages, inspector.send, () => {})
  return () => {
    stop()
    inspector.close()
  }
}

const address = () => keptAddress(window.location.pathname + window.location.search)

/** Sends what happens to every window of our own inspector, those that are yet to be opened included. */
export function watchHere(): PageChannel {
  const secrets = new TypedSecrets()
  const messages = messagesOf()
  const exchanges = () => secrets.hide(tap.recent().exchanges).hidden
  const known = { address, messages: () => whatWas(secrets), exchanges }
  const channel = openPageChannel(known, (session, event) => tap.send(session, event))
  let told = 0
  const send = (some: readonly InspectorMessage[]) => {
    channel.send(some)
    const news = tap.exchangesSince(told)
    told = news.at(-1)?.at ?? told
    if (news.length > 0) channel.sendExchanges(secrets.hide(news).hidden)
  }
  const stop = handOn(secrets, messages, send, (message) => channel.send([message]))
  return {
    ...channel,
    close: () => {
      stop()
      channel.close()
    },
  }
}
