import type { Report } from '../../contract/conformance/engine/model'
import { rulesOf } from '../../contract/conformance/rules'

/** What a report says nothing of: rules neither applied nor skipped, and calls that were not exercised without a reason. */
export function untold({ level, rules, skipped, calls }: Report): string[] {
  const told = new Set([...rules, ...skipped].map(({ rule }) => rule))
  const unsaid = calls.filter(({ exercised, why }) => !exercised && !why).map(({ call }) => call)
  return [...rulesOf(level).filter((rule) => !told.has(rule)), ...unsaid]
}
