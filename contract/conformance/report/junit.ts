import type { Report } from '../engine/model'
import { worstFirst } from './grouped'

const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** XML has no notation at all for control characters and lone surrogates. */
const escaped = (text: string) =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '�')
    .replaceAll(/[&<>"']/g, (sign) => names[sign] ?? sign)
    .replaceAll(/[\t\n\r]/g, (sign) => `&#${sign.codePointAt(0)};`)

const attributes = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')

/** JUnit's XML: a suite per call, with a test per finding and one for the call itself. */
export function junitReport(report: Report): string {
  const { findings, skipped, notExercised, durationMs, startedAt } = report
  const suites = worstFirst(report).map(({ call, findings: found, why = 'no valid request reached it' }) => {
    const isExercised = !notExercised.includes(call)
    const own = isExercised
      ? `    <testcase${attributes({ classname: call, name: 'is exercised' })}/>`
      : `    <testcase${attributes({ classname: call, name: 'is exercised' })}><skipped${attributes({ message: why })}/></testcase>`
    const cases = found.map(({ rule, reason, expected, actual, others = [], script, count }) => {
      const text = `expected ${expected}\n${[actual, ...others].map((one) => `actual ${one}\n`).join('')}seen ${count} times\n${script}`
      const failure = `<failure${attributes({ type: rule, message: `${reason}: expected ${expected}` })}>${escaped(text)}</failure>`
      return `    <testcase${attributes({ classname: call, name: `${rule}: ${reason} (${expected})` })}>${failure}</testcase>`
    })
    const counts = { tests: cases.length + 1, failures: cases.length, errors: 0, skipped: isExercised ? 0 : 1 }
    return [`  <testsuite${attributes({ name: call, ...counts })}>`, own, ...cases, '  </testsuite>'].join('\n')
  })
  const left = skipped.map(
    ({ rule, reason }) =>
      `    <testcase${attributes({ classname: 'skipped', name: rule })}><skipped${attributes({ message: reason })}/></testcase>`,
  )
  const counts = { name: 'skipped', tests: left.length, failures: 0, errors: 0, skipped: left.length }
  const whole = {
    name: `conformance of ${report.baseUrl}`,
    tests: report.calls.length + findings.length + left.length,
    failures: findings.length,
    errors: 0,
    time: (durationMs / 1000).toFixed(3),
    timestamp: startedAt,
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes(whole)}>`,
    ...suites,
    `  <testsuite${attributes(counts)}>`,
    ...left,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}
