import fc from 'fast-check'
import { Blocked } from '../engine/errors'
import type { Run } from '../engine/run'
import type { RuleId } from '../rules'

/** Milliseconds for the cases of one property, and for making a failing one small. */
const timeLimit = 12_000

/** Applies checks to generated values. Looks for the smallest value that fails one, and records only that. */
export async function holdsFor<Value>(
  run: Run,
  rule: RuleId,
  values: fc.Arbitrary<Value>,
  numRuns: number,
  work: (value: Value) => Promise<void>,
  /** Values that are tried whatever the seed, as they are. */
  always: readonly Value[] = [],
): Promise<void> {
  let smallest: Awaited<ReturnType<typeof run.recorder.muted>> = []
  let ended: unknown
  const isBroken = async (value: Value) => {
    if (ended !== undefined) return false
    const failed = await run.recorder.muted(async () => {
      try {
        await work(value)
      } catch (error) {
        if (!(error instanceof Blocked)) ended = error
      }
    })
    if (failed.length > 0) smallest = failed
    return failed.length > 0
  }
  const property = fc.asyncProperty(values, async (value) => !(await isBroken(value)))
  const result = await fc.check(property, { seed: run.options.seed, numRuns, interruptAfterTimeLimit: timeLimit })
  run.recorder.keep(smallest)
  run.recorder.held(rule, result.numRuns)
  for (const value of always) {
    smallest = []
    if (await isBroken(value)) run.recorder.keep(smallest)
    else run.recorder.held(rule, 1)
  }
  if (ended !== undefined) throw ended
}
