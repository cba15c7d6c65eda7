import type { Finding, Report } from '../engine/model'
import { type CallGroup, notExercisedLines, summaryOf, verdictOf, worstFirst } from './grouped'
import { scriptsOf } from './scripts'

interface Style {
  bold: (text: string) => string
  dim: (text: string) => string
  red: (text: string) => string
  green: (text: string) => string
}

const colour = (code: number, end: number) => (text: string) => `\u001B[${code}m${text}\u001B[${end}m`
const coloured: Style = { bold: colour(1, 22), dim: colour(2, 22), red: colour(31, 39), green: colour(32, 39) }
const asIs = (text: string) => text
const plain: Style = { bold: asIs, dim: asIs, red: asIs, green: asIs }

/** What a server says must not steer the terminal. */
const printable = (text: string) =>
  text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\n' ? '\n' : `\\u{${sign.codePointAt(0)?.toString(16)}}`))

const indented = (text: string) => printable(text).replaceAll('\n', '\n             ')

/** What a script does, without what every script begins with. */
const stepsOf = (script: string) =>
  script
    .slice(script.indexOf('\nBASE=') + 1)
    .trimEnd()
    .split('\n')

/** The functions at the head of every script say nothing of the finding. */
const isHead = (line: string) => /^(?:ask|show|pick)\(\) /.test(line)

function findingLines(
  { rule, reason, expected, actual, others = [], script, count }: Finding,
  style: Style,
  file: string | undefined,
): string[] {
  return [
    `  ${style.red('✗')} ${style.bold(rule)}  ${printable(reason)}${count > 1 ? style.dim(`  ×${count}`) : ''}`,
    `    expected ${indented(expected)}`,
    `    actual   ${indented(actual)}`,
    ...others.map((other) => `    and      ${indented(other)}`),
    ...(file === undefined ? [] : [`    sh ${file}`]),
    ...stepsOf(script)
      .filter((line) => !isHead(line))
      .map((line) => style.dim(`      ${printable(line)}`)),
    '',
  ]
}

function callLines(group: CallGroup, style: Style, fileOf: (finding: Finding) => string | undefined): string[] {
  const { call, method, path, requests, findings, exercised } = group
  const counts = style.dim(`${requests} requests${exercised ? '' : ', not exercised'}`)
  const mark = findings.length > 0 ? style.red('✗') : exercised ? style.green('✓') : style.dim('–')
  const head = `${mark} ${style.bold(call)}  ${method} ${path}  ${counts}`
  return findings.length === 0
    ? [head]
    : [head, ...findings.flatMap((finding) => findingLines(finding, style, fileOf(finding)))]
}

/** The report for a terminal: calls with the most findings first. `out` is where the scripts are. */
export function prettyReport(
  report: Report,
  { isColoured = false, out }: { isColoured?: boolean; out?: string } = {},
): string {
  const style = isColoured ? coloured : plain
  const { baseUrl, level, seed, readOnly, skipped, leftovers } = report
  const verdict = verdictOf(report)
  const names = scriptsOf(report)
  const fileOf = (finding: Finding) => out && `${out}/scripts/${names.get(finding)}`
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', style.bold(title), ...lines.map((line) => `  ${printable(line)}`)]
  const painted = verdict === 'conforms' ? style.green(verdict) : style.red(verdict)
  return [
    `${style.bold(printable(baseUrl))}  level ${level}, seed ${seed}${readOnly ? ', read-only' : ''}`,
    '',
    ...worstFirst(report).flatMap((group) => callLines(group, style, fileOf)),
    ...list(
      'Skipped',
      skipped.map(({ rule, reason }) => `${rule}: ${reason}`),
    ),
    ...list('Not exercised', notExercisedLines(report)),
    ...list('Left behind', leftovers),
    '',
    `${painted} · ${summaryOf(report)}`,
    '',
  ].join('\n')
}
