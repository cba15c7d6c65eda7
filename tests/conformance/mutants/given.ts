import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { Fault } from './exchange'

// What the commands that try faults have in common.

/** Ends a command over bad input. */
export function giveUp(command: string, reason: string): never {
  process.stderr.write(`${command}: ${reason}\n`)
  process.exit(2)
}

/** What every one of them knows. */
export const commonOptions = {
  only: { type: 'string' },
  every: { type: 'string', default: '1' },
  list: { type: 'boolean', default: false },
  parallel: { type: 'string', default: '1' },
  scripts: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** What was given to a command, which ends over what it does not know. */
export function readGiven<Options extends NonNullable<ParseArgsConfig['options']>>(command: string, options: Options) {
  try {
    const { values } = parseArgs({ options: { ...commonOptions, ...options } })
    const { parallel, seed, every } = values as { parallel: string; seed: string; every: string }
    if (!/^[12]$/.test(parallel)) giveUp(command, '--parallel is 1 or 2')
    if (!/^\d{1,9}$/.test(seed)) giveUp(command, '--seed is a whole number')
    if (!/^[1-9]\d{0,3}$/.test(every)) giveUp(command, '--every is a whole number from 1')
    return values
  } catch (error) {
    return giveUp(command, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}

/** The faults of these ids, or all; the command ends over an id that there is not. */
export function onlyThose(command: string, all: Fault[], only: string | undefined): Fault[] {
  if (only === undefined) return all
  return only.split(',').map((id) => all.find((fault) => fault.id === id) ?? giveUp(command, `there is no fault ${id}`))
}

export const everyNth = (faults: Fault[], every: string): Fault[] =>
  faults.filter((_, index) => index % Number(every) === 0)
