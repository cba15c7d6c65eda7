import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { giveUp } from './given'
import type { Outcome } from './run'

/** What commands know that keep their outcomes. */
export const keptOptions = {
  out: { type: 'string' },
  resume: { type: 'boolean', default: false },
} as const

/** The outcomes in a file, which is written with each new one: what takes hours can be broken off and gone on with. */
export function keptIn(command: string, { out, resume = false }: { out?: string | undefined; resume?: boolean }) {
  if (resume && out === undefined) giveUp(command, '--resume needs --out FILE')
  const before = out !== undefined && resume && existsSync(out) ? readFileSync(out, 'utf8') : '[]'
  const kept = new Map((JSON.parse(before) as Outcome[]).map((outcome) => [outcome.id, outcome]))
  return {
    of: (id: string) => {
      const before = kept.get(id)
      return before?.result === 'error' || before?.wrongScripts.length !== 0 ? undefined : before
    },
    add: (outcome: Outcome) => {
      kept.set(outcome.id, outcome)
      if (out !== undefined) writeFileSync(out, `${JSON.stringify([...kept.values()], null, 2)}\n`)
    },
  }
}
