import type { RuleId } from '../rules'
import { Blocked, RateLimited } from './errors'
import type { Run } from './run'

/**
 * Runs one part of the check. What it can not do because of something found before, or because the server asks to wait,
 * ends this part only; unless a finding says why, the rule is reported as skipped.
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
