import type { Report } from '../../contract/extensions/reports'
import type { ReportQuestion } from '../../contract/forms/reports'
import { amountOf, shownAmount } from '../../contract/rules/amounts'
import { dimensions, type Measure, measures } from '../../contract/rules/measures'
import { spanText } from '../../contract/rules/spans'
import type { Days } from '../../contract/rules/reportPeriods'
import type { Mail } from '../mail/mail'

/** So many lines a mail has at most; the page has the others. */
const mostLines = 40

interface Mailed {
  email: string
  name: string
  question: ReportQuestion
  organizationName: string
}

function figureText(measure: Measure, value: number | null | undefined, currency: string): string {
  if (typeof value !== 'number') return '-'
  const { unit } = measures[measure]
  if (unit === 'money') return shownAmount(amountOf(value), currency)
  if (unit === 'time') return spanText(value)
  return unit === 'share' ? `${(value * 100).toFixed(1)} %` : value.toLocaleString('en')
}

/** Cells below one another, as wide as their widest; all but the first of numbers, which stand at the end. */
function tableText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
  return rows.map((row) => line(row).join('  ').trimEnd()).join('\n')
}

/** A report as a mail: its totals, its lines as a table, and the way to all of it. */
export function reportMail(
  { email, name, question, organizationName }: Mailed,
  { currency, narrowedTo, totals, lines }: Report,
  { from, to }: Days,
  link: string,
): Mail {
  const { measures: asked, dimensions: by } = question
  const cells = (values: Report['totals']['values']) =>
    asked.map((measure) => figureText(measure, values[measure], currency))
  const head = [
    by.map((dimension) => dimensions[dimension].label).join(' · '),
    ...asked.map((one) => measures[one].label),
  ]
  const shown = lines.slice(0, mostLines)
  const rows = shown.map(({ keys, values }) => [keys.map((key) => key.name).join(' · '), ...cells(values)])
  const before = totals.before ? [['Before', ...cells(totals.before)]] : []
  const more = lines.length - shown.length
  const rest = more > 0 ? `\nAnd ${more.toLocaleString('en')} more lines.\n` : ''
  const days = from === to ? from : `${from} to ${to}`
  const only = narrowedTo.map((key) => `${dimensions[key.dimension].label}: ${key.name}\n`).join('')
  return {
    to: email,
    subject: `${name} of ${organizationName}`,
    text: `${name}, ${days}\n${only}\n${tableText([head, ['Total', ...cells(totals.values)], ...before, ...rows])}\n${rest}\nSee it, with what each figure is made of, or have it mailed no more:\n${link}\n`,
  }
}
