import type { RuleId } from '../rules'
import { Blocked, RateLimited } from './errors'
import type { Run } from './run'

/**
 * Runs one part of the check. Where it can't go on because of something found before, or because the server asks to
 * wait, only this part ends; unless a finding says why, the rule is reported as skipped.
 */
export async function attempt(run: Run, rule: RuleId, work: () => Promise<void>): Promise<void> {
  const before = run.recorder.failures
  try {
    await work()
  } catch (error) {
    if (error instanceof RateLimited) run.recorder.skip(rule, error.message)
    else if (error instanceof Blocked) {
      if (run.recorder.failures === before) run.recorder.skip(rule, error.message)
    } else throw error
  }
}

/** Why a rule that needs a second account is not applied. */
export const needsSecond = 'no second account was given (--second-email, --second-password)'
