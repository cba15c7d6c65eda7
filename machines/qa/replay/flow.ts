import { emptyLog, type Log, withExchanges, withMessages } from './log'
import { createMessages, type InspectorMessage } from '../tools/protocol'
import {
  largestRecording,
  type Machines,
  parseRecording,
  type RecordedActor,
  type Recording,
} from '../record/recording'
import { changedMachines, type Divergence, replay } from './replay'
import { kept } from '../record/keep'
import { partsOf } from '../record/parts'
import type { Seen, SeenExchange, TakenActor } from '../record/seen'
import { longestRecording } from '../record/tap'

/** A recording as an inspector shows it: replayed, event by event. */
export interface Flow {
  name: string
  log: Log
  /** The same as messages for another inspector. */
  messages: readonly InspectorMessage[]
  changed: readonly string[]
  divergence: Divergence | undefined
}

/** A file that a person has chosen. */
export interface FlowFile {
  name: string
  /** In bytes. */
  size: number
  text: () => Promise<string>
}

/** Reads a recording and replays it through these machines. Throws an `Error` of one line for a file that is none. */
export async function openFlow({ name, size, text }: FlowFile, machines: Machines): Promise<Flow> {
  if (size > largestRecording) {
    throw new Error(`${name} is larger than ${largestRecording / 2 ** 20} MB, which no recording is`)
  }
  let recording: Recording
  try {
    recording = parseRecording(await text(), machines)
  } catch (error) {
    throw new Error(`${name} ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  return flowOf(name, recording, machines)
}

function flowOf(name: string, recording: Recording, machines: Machines): Flow {
  const actors = new Map(recording.actors.map((actor) => [actor.session, seenActor(actor, machines)]))
  const began = Date.parse(recording.savedAt) - (recording.events.at(-1)?.at ?? 0)
  const toMessages = createMessages((session) => actors.get(session), Number.isNaN(began) ? 0 : began)
  const messages: InspectorMessage[] = [...actors.values()]
    // Whoever else took part is introduced by the first event that it took.
    .filter(({ before }) => before !== undefined)
    .map((actor) => toMessages.actor(actor))
  let divergence: Divergence | undefined
  for (const frame of replay(recording, machines)) {
    divergence ??= frame.divergence
    const { number, at, actor, source, event, steps, status = 'active' } = frame.recorded
    const { value, context } = frame.snapshot ?? {}
    const after: Seen = frame.snapshot ? { status, value, context: kept(context) } : { status }
    messages.push(...toMessages.event({ number, at, actor, source, event, steps, after }))
  }
  return {
    name,
    log: withExchanges(withMessages(emptyLog, messages, longestRecording), '', exchangesOf(recording)),
    messages,
    changed: changedMachines(recording, machines),
    divergence,
  }
}

/** The answers, each with the first event after it; older recordings have only the times. */
const exchangesOf = ({ exchanges, events }: Recording): SeenExchange[] =>
  exchanges.map(({ before, body, answer, status, ...exchange }) => ({
    ...exchange,
    body,
    answer,
    status,
    before: before ?? events.find(({ at }) => at >= exchange.at)?.number ?? 0,
  }))

function seenActor(recorded: RecordedActor, machines: Machines): TakenActor {
  const { before, input, machine, parent, ...actor } = recorded
  const known = machine === undefined ? undefined : machines[machine]
  return {
    ...actor,
    machine,
    parent,
    input,
    parts: known && partsOf(known),
    before: before && { status: before.status, value: before.state, context: before.context },
  }
}
