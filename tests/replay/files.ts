import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { machines } from '../../machines/qa/machines'
import { largestRecording, type Machines, parseRecording, type Recording } from '../../machines/qa/record/recording'
import { differenceText } from '../../machines/qa/replay/difference'
import { changedMachines, type Divergence, replay } from '../../machines/qa/replay/replay'

/** A file that can't be replayed, in one line. */
export class Unreadable extends Error {}

const reasons: Record<string, string> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder; a folder is replayed with --test',
  EACCES: 'may not be read',
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? (reasons[String(error.code)] ?? error.message) : error.message
}

/** Reads a recording. Throws {@link Unreadable}. */
export function readRecording(path: string): Recording {
  try {
    const { size } = statSync(path)
    if (size > largestRecording) {
      throw new Error(`has ${Math.round(size / 2 ** 20)} MB; a recording has at most ${largestRecording / 2 ** 20} MB`)
    }
    return parseRecording(readFileSync(path, 'utf8'), machines)
  } catch (error) {
    throw new Unreadable(`${path} ${reasonOf(error)}`)
  }
}

/** The recordings of a folder, by name. Throws {@link Unreadable}. */
export function recordingsIn(folder: string): string[] {
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith('.flow.json'))
    if (files.length === 0) throw new Error('has no *.flow.json')
    return files.toSorted().map((name) => join(folder, name))
  } catch (error) {
    throw new Unreadable(`${folder} ${reasonOf(error)}`)
  }
}

export interface Outcome {
  changed: string[]
  events: number
  divergence: Divergence | undefined
}

/** Replays a recording through these machines, up to where it and its replay part. */
export function outcomeOf(recording: Recording, machines: Machines): Outcome {
  let events = 0
  for (const {
    divergences: [divergence],
  } of replay(recording, machines)) {
    if (divergence) return { changed: changedMachines(recording, machines), events, divergence }
    events += 1
  }
  return { changed: changedMachines(recording, machines), events, divergence: undefined }
}

/** Values that are listed at most. */
const mostValues = 12

const indented = (text: string) => text.replaceAll('\n', '\n             ')

/** An outcome in words: machines that changed first, then where recording and replay part. */
export function describe({ changed, events, divergence }: Outcome, version: Recording['machines']): string {
  const lines = changed.map(
    (name) => `  changed since it was recorded: the machine ${name} (was ${version[name] ?? '-'})`,
  )
  if (!divergence) return [...lines, `  ${events} events, the same states`].join('\n')
  const { number, actor, machine, event, what, recorded, replayed, values = [] } = divergence
  const isOfValues = what === 'context' && values.length > 0
  const place = machine === '' ? `at event ${number}` : `at event ${number}, in ${actor} (machine ${machine})`
  return [
    ...lines,
    `  parts ${place}: ${what}`,
    ...(event ? [`  event    : ${JSON.stringify(event)}`] : []),
    // Of contexts there are only fingerprints, which tell nobody anything.
    ...(isOfValues ? [] : [`  recorded : ${indented(recorded)}`, `  replayed : ${indented(replayed)}`]),
    ...values.slice(0, mostValues).map((value) => `  ${differenceText(value)}`),
    ...(values.length > mostValues ? [`  and ${values.length - mostValues} more`] : []),
  ].join('\n')
}
