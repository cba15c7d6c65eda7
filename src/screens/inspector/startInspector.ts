import { createBrowserReceiver } from '@statelyai/inspect'
import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { type ActorRefFrom, createMachine, fromCallback, fromPromise } from 'xstate'
import { activeStates } from '../../../machines/qa/chart/activeStates'
import { svgOf } from '../../../machines/qa/chart/svg'
import { entryAt, numberOf } from '../../../machines/qa/replay/logView'
import { inspectorMachine } from '../../../machines/qa/tools/inspector.machine'
import type { InspectorEvent } from '../../../machines/qa/tools/inspectorSetup'
import { type Chart, layoutChart } from '../../../machines/qa/chart/chart'
import { machines } from '../../../machines/qa/machines'
import { openFlow } from '../../../machines/qa/replay/flow'
import { whatIf } from '../../../machines/qa/replay/whatIf'
import { type InspectorMessage, parseMessage } from '../../../machines/qa/tools/protocol'
import { workerEngine } from '../tools/chartEngine'
import { download } from '../../browser/download'
import { askedInspector, useInspectorAddress, useStepKeys } from './inspectorAddress'
import { openScene } from '../../app/replayed/askForScene'
import { listenToPages } from './pages'
import { sceneAt } from './scene'
import { type InspectorWindow, openInspectorWindow, statelyUrl } from '../tools/inspectorWindow'

export type InspectorRef = ActorRefFrom<typeof inspectorMachine>

/** The window as the receiver sees it: messages of other origins do not reach it. */
const sameOrigin = () =>
  ({
    self: window.self,
    top: window.top,
    opener: window.opener as unknown,
    parent: window.parent,
    addEventListener: (type: string, listen: (event: MessageEvent) => void) => {
      window.addEventListener(type, (event) => {
        if (event instanceof MessageEvent && event.origin === window.location.origin) listen(event)
      })
    },
    // The receiver uses nothing else of a window.
  }) as unknown as Window

let sendByHand: ReturnType<typeof listenToPages>['send'] = () => {}

/** What pages send, in batches: at most one for each frame that is drawn. */
function receive({ sendBack }: { sendBack: (event: InspectorEvent) => void }) {
  let waiting: InspectorMessage[] = []
  const flush = () => {
    const messages = waiting
    waiting = []
    if (messages.length > 0) sendBack({ type: 'messages.receive', messages })
  }
  const add = (messages: readonly InspectorMessage[]) => {
    if (waiting.length === 0) requestAnimationFrame(flush)
    waiting.push(...messages)
  }
  const tell = (event: InspectorEvent) => {
    flush()
    sendBack(event)
  }
  // Senders that follow the protocol, from wherever they open this window.
  const subscription = createBrowserReceiver({ window: sameOrigin() }).subscribe((data) => {
    const message = parseMessage(data)
    if (message) add([message])
  })
  const pages = listenToPages(add, tell)
  sendByHand = pages.send
  return () => {
    subscription.unsubscribe()
    pages.close()
  }
}

const charts = new Map<string, Promise<Chart>>()

/** A chart takes a moment to lay out, and is kept from then on. */
function chartOf(definition: string): Promise<Chart> {
  const known = charts.get(definition)
  if (known) return known
  const drawn = Promise.resolve().then(() => layoutChart(createMachine(JSON.parse(definition) as object), workerEngine))
  charts.set(definition, drawn)
  return drawn
}

let stately: InspectorWindow | undefined

function sendToStately(messages: readonly InspectorMessage[]) {
  stately?.close()
  stately = openInspectorWindow(statelyUrl, messages.length)
  stately?.send(messages)
}

const machine = inspectorMachine.provide({
  actors: {
    receiveMessages: fromCallback(receive),
    openFile: fromPromise(({ input }) => openFlow(input.file, machines)),
    foldOtherwise: fromPromise(async ({ input: { recording, number, otherwise } }) => {
      if (!recording) throw new Error('No recording is open.')
      return whatIf(recording, machines, number, otherwise)
    }),
    drawChart: fromPromise(async ({ input: { definition, recorded } }) => ({
      chart: await chartOf(definition),
      recorded: recorded === undefined ? undefined : await chartOf(recorded),
    })),
  },
  actions: {
    openApp: ({ context: { flow, log, position = 0 } }) => {
      const entry = log.entries[position - log.dropped]
      if (flow && entry) openScene(sceneAt(flow.name, flow.recording, numberOf(entry)))
    },
    sendOn: ({ context }) => sendToStately(context.flow?.messages ?? []),
    sendEvent: (_, { session, event }) => sendByHand(session, event),
    exportChart: ({ context: { chart, log, selected = '', position } }) => {
      if (!chart) return
      const actor = log.actors.find(({ session }) => session === selected)
      const entry = entryAt(log, selected, position)
      const active = activeStates(actor?.definition, (entry ?? actor?.first)?.state)
      download(`${chart.id}.svg`, svgOf(chart, { active, taken: new Set(entry?.steps) }), 'image/svg+xml')
    },
  },
})

/** The inspector of this page, at the place that its address names. */
export function useInspector(): InspectorRef {
  const [input] = useState(askedInspector)
  const inspector = useActorRef(machine, { input })
  useInspectorAddress(inspector)
  useStepKeys(inspector)
  return inspector
}
