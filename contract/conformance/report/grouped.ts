import type { CallReport, Finding, Report } from '../engine/model'

export interface CallGroup extends CallReport {
  findings: Finding[]
}

const seen = (findings: readonly Finding[]) => findings.reduce((sum, { count }) => sum + count, 0)

/** The calls with what was found in them, those with the most rules broken first. */
export function worstFirst({ calls, findings }: Report): CallGroup[] {
  const groups = calls.map((call) => ({
    ...call,
    findings: findings
      .filter((finding) => finding.call === call.call)
      .toSorted((a, b) => b.count - a.count || a.rule.localeCompare(b.rule)),
  }))
  return groups.toSorted(
    (a, b) =>
      b.findings.length - a.findings.length || seen(b.findings) - seen(a.findings) || a.call.localeCompare(b.call),
  )
}

export type Verdict = 'conforms' | 'breaks the contract' | 'interrupted'

export const verdictOf = ({ findings, interrupted }: Report): Verdict =>
  interrupted ? 'interrupted' : findings.length === 0 ? 'conforms' : 'breaks the contract'

/** The calls that were not exercised, each with why. */
export const notExercisedLines = ({ calls, notExercised }: Report): string[] =>
  notExercised.map((name) => {
    const why = calls.find(({ call }) => call === name)?.why
    return why === undefined ? name : `${name}: ${why}`
  })

/** What a run did, in one line. */
export function summaryOf(report: Report): string {
  const { calls, rules, findings, skipped, notExercised, durationMs } = report
  const requests = calls.reduce((sum, { requests: one }) => sum + one, 0)
  const broken = new Set(findings.map(({ rule }) => rule)).size
  return [
    `${calls.length} calls`,
    `${requests} requests`,
    `${rules.length} rules applied, ${broken} broken`,
    `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`,
    `${skipped.length} skipped`,
    `${notExercised.length} not exercised`,
    `${(durationMs / 1000).toFixed(1)} s`,
  ].join(' · ')
}
