import type { RuleId } from '../rules'
import { Blocked, RateLimited } from './errors'
import type { Run } from './run'

/**
 * Runs one part of the check. Where it can't go on because of something found before, or because the server asks to
 * wait, only this part ends; unless a finding says why, the rule is reported as skipped.
 */
export async function attempt(run: Run, rule: RuleId, work: () => Promise<unknown>): Promise<void> {
  const { failures, error } = await run.recorder.counted(work)
  if (error === undefined) return
  if (error instanceof RateLimited) run.recorder.skip(rule, error.message)
  else if (!(error instanceof Blocked)) throw error
  else if (failures === 0) run.recorder.skip(rule, error.message)
}

/** What is looked at until it is as it should be, or was looked at so many times more; pauses are milliseconds. */
export async function lookAgain<Seen>(
  run: Run,
  { looks, pause }: { looks: number; pause: number },
  look: () => Promise<Seen>,
  isDone: (seen: Seen) => boolean,
): Promise<Seen> {
  let seen = await look()
  for (let left = looks; left > 0 && !isDone(seen); left -= 1) {
    await run.sender.pause(pause)
    seen = await look()
  }
  return seen
}

/** How many strands of work wait for their answers at once. */
const atOnce = 4

/** Works on all of them, some beside others. What is found of one is told without what was asked of the others meanwhile. */
export async function sideBySide<One>(run: Run, all: readonly One[], work: (one: One) => Promise<void>): Promise<void> {
  const queue = [...all]
  const worker = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      const next = one
      await run
        .strand(run.part, () => work(next))
        .catch((error: unknown) => {
          queue.length = 0
          throw error
        })
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Why a rule that needs a second account is not applied. */
export const needsSecond = 'no second account was given (--second-email, --second-password)'
