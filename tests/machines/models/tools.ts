import { inspectionMachine } from '../../../machines/qa/tools/inspection.machine'
import { inspectorMachine } from '../../../machines/qa/tools/inspector.machine'
import { emptyLog, type Log, withMessages } from '../../../machines/qa/replay/log'
import type { InspectorMessage } from '../../../machines/qa/tools/protocol'
import { recorderMachine } from '../../../machines/qa/tools/recorder.machine'
import { toolsMachine } from '../../../machines/qa/tools/tools.machine'
import type { Model } from '../explore'

export const tools: Model = {
  machine: toolsMachine,
  inputs: [
    { isShown: false, inspector: 'none', url: '' },
    { isShown: true, inspector: 'local', url: '' },
  ],
  events: { 'inspector.choose': [{ inspector: 'stately' }] },
}

export const recorder: Model = {
  machine: recorderMachine,
  events: { 'recording.grow': [{ events: 3 }], 'file.save': [{ kind: 'recorded' }, { kind: 'recent' }] },
  outputs: { saveRecording: [{ fileName: 'a.flow.json' }] },
}

export const inspection: Model = {
  machine: inspectionMachine,
  inputs: [
    { inspector: 'none', isForeign: false },
    { inspector: 'local', isForeign: true },
    { inspector: 'stately', isForeign: true },
  ],
  events: { 'inspector.open': [{ inspector: 'local' }] },
  outputs: { openInspector: [{ isBlocked: true }, { isBlocked: false }] },
}

const base = { _version: '1', id: '1', createdAt: '0', rootId: 'a', sessionId: 'a' }
const machineMessages: InspectorMessage[] = [
  {
    ...base,
    type: '@xstate.actor',
    name: 'a',
    parentId: undefined,
    definition: '{"states":{}}',
    snapshot: { status: 'active' },
  },
  { ...base, type: '@xstate.event', event: { type: 'xstate.init' }, sourceId: undefined },
  { ...base, type: '@xstate.event', event: { type: 'go' }, sourceId: undefined },
]
const log = withMessages(emptyLog, machineMessages)
const file = { name: 'a.flow.json', size: 1, text: () => Promise.resolve('') }

export const inspector: Model = {
  machine: inspectorMachine,
  inputs: [{ event: undefined }, { event: 2 }],
  events: {
    'page.come': [{ page: { load: 'l', tab: 't', title: 'a', address: '/' } }],
    'page.go': [{ load: 'l', isStopped: true }],
    'exchanges.receive': [{ load: 'l', exchanges: [] }],
    'event.send': [{ session: 'a', event: { type: 'go' } }],
    'others.change': [{ others: 1 }],
    'messages.receive': [{ messages: [] }, { messages: machineMessages }],
    'file.open': [{ file }],
    'file.compare': [{ file }],
    'otherwise.ask': [{ number: 1, otherwise: { guard: 'isValid', isTrue: true } }],
    'actor.select': [{ session: 'a' }, { session: 'b' }],
    'entry.select': [{ index: 0 }],
    'step.to': [{ index: 1 }],
    'speed.choose': [{ speed: 4 }],
    'search.change': [{ text: 'x' }],
    'filter.change': [{ session: 'a' }],
  },
  outputs: {
    openFile: [{ name: file.name, log, messages: [], changed: [], divergences: [] }],
    foldOtherwise: [{ number: 1, asked: '', states: [] }],
    drawChart: [{ chart: { id: 'a', width: 1, height: 1, states: [], edges: [], dots: [] }, recorded: undefined }],
  },
  // Two or more entries are the same walk.
  identity: ({
    log: { entries },
    position,
    selected,
    flow,
  }: {
    log: Log
    position?: number
    selected?: string
    flow?: object
  }) => [
    Math.min(entries.length, 2),
    position === undefined ? -1 : Math.min(position, 2),
    selected,
    flow !== undefined,
  ],
}
