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
import { plainConfig } from '../record/fingerprint'
import { kept } from '../record/keep'
import { definitionChanges } from './definitionChanges'
import { partsOf } from '../record/parts'
import type { Seen, SeenExchange, TakenActor } from '../record/seen'
import { longestRecording } from '../record/tap'

/** A recording as an inspector shows it: replayed, event by event. */
export interface Flow {
  name: string
  recording: Recording
  log: Log
  /** The same as messages for another inspector. */
  messages: readonly InspectorMessage[]
  /** The machines that are others now, with what became of each, as far as the recording says what it was. */
  changed: readonly { name: string; changes: readonly string[] }[]
  /** Where the recording and its replay part, the first of them first. */
  divergences: readonly Divergence[]
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
  const divergences: Divergence[] = []
  for (const frame of replay(recording, machines)) {
    if (divergences.length < mostDivergences) divergences.push(...frame.divergences)
    const { number, at, actor, source, event, steps, status = 'active' } = frame.recorded
    const { value, context } = frame.snapshot ?? {}
    const after: Seen = frame.snapshot ? { status, value, context: kept(context) } : { status }
    messages.push(...toMessages.event({ number, at, actor, source, event, steps, after }))
  }
  return {
    name,
    recording,
    log: withRecorded(recording, machines, withMessages(emptyLog, messages, longestRecording)),
    messages,
    changed: changedMachines(recording, machines).map((machine) => ({
      name: machine,
      changes: definitionChanges(recording.definitions?.[machine] ?? {}, definitionNow(machine, recording, machines)),
    })),
    divergences,
  }
}

/** Differences that are listed at most. */
const mostDivergences = 200

/** A machine as it is now, or nothing to compare with when the recording does not say what it was. */
function definitionNow(name: string, { definitions }: Recording, machines: Machines): object {
  const machine = machines[name]
  return machine && definitions?.[name] ? plainConfig(machine.config) : {}
}

/** The log with the answers, and with what changed machines were. */
function withRecorded(recording: Recording, machines: Machines, log: Log): Log {
  const changed = new Set(changedMachines(recording, machines))
  const names = new Map(recording.actors.map(({ session, machine }) => [session, machine]))
  const actors = log.actors.map((actor) => {
    const name = names.get(actor.session)
    const was = name !== undefined && changed.has(name) ? recording.definitions?.[name] : undefined
    return was ? { ...actor, recorded: JSON.stringify(was) } : actor
  })
  return withExchanges({ ...log, actors }, '', exchangesOf(recording))
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
