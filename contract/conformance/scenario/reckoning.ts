import type { Report, ReportKey } from '../../extensions/reports'
import { daysLater } from '../../rules/days'
import {
  addsUp,
  type Counted,
  filtersOfPart,
  type Measure,
  noValue,
  type Part,
  type PartName,
  parts,
  partsOf,
  percentiles,
  valueOf,
} from '../../rules/measures'
import { type Comparison, type Days, dayAt, daysBefore } from '../../rules/reportPeriods'
import { cents } from '../engine/amounts'
import { type Row, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'

/** What the lists that figures are made of show of some days, and where the organization is. */
export interface Books {
  zone: string
  rows: Readonly<Record<Part['list'], readonly Row[]>>
  isComplete: boolean
}

const bookLists = ['orders', 'transactions', 'orderLines', 'calls'] as const

/** Reads every row of spans of days that are far apart. A day more is asked for at both ends, so that none is missed by its zone. */
export async function booksOf(run: Run, organizationId: string, zone: string, spans: readonly Days[]): Promise<Books> {
  const rows: Record<Part['list'], Row[]> = { orders: [], transactions: [], orderLines: [], calls: [] }
  let isComplete = true
  for (const { from, to } of spans) {
    const filters = { createdFrom: daysLater(from, -1), createdTo: daysLater(to, 1) }
    for (const resource of bookLists) {
      const walked = await walk(run, { organizationId, resource, filters })
      rows[resource].push(...walked.rows)
      isComplete &&= walked.isComplete
    }
  }
  return { zone, rows, isComplete }
}

const amount = (name: string) => (row: Row) => cents(row[name])
const moved = (type: string) => (row: Row) => (row['type'] === type ? cents(row['amount']) : 0)

/** What a row adds to a sum of its list, in cents or units. */
const addends: Readonly<Record<Part['list'], Partial<Record<Part['sum'], (row: Row) => number>>>> = {
  orders: {
    total: amount('total'),
    tax: amount('taxTotal'),
    refunded: amount('refundedTotal'),
    net: (row) => cents(row['paidTotal']) - cents(row['refundedTotal']),
  },
  transactions: {
    charged: moved('charge'),
    refunded: moved('refund'),
    net: (row) => moved('charge')(row) - moved('refund')(row),
  },
  orderLines: { total: amount('total'), units: (row) => Number(row['quantity']) },
  calls: { median: (row) => Number(row['secondsToPaid']), ninetieth: (row) => Number(row['secondsToPaid']) },
}

/** The day of each row where the organization is: a figure looks at all of them, and telling a day takes long. */
const days = new WeakMap<Row, string>()

function dayOf(row: Row, zone: string): string {
  const known = days.get(row)
  if (known !== undefined) return known
  const day = dayAt(new Date(textOf(row['createdAt'])), zone)
  days.set(row, day)
  return day
}

/** Whether a list with such filters has a row. */
function isFound(row: Row, zone: string, { createdFrom, createdTo, ...filters }: ReturnType<typeof filtersOfPart>) {
  const day = dayOf(row, zone)
  if (day < String(createdFrom) || day > String(createdTo)) return false
  return Object.entries(filters).every(([name, wanted]) => [wanted].flat().includes(textOf(row[name] ?? noValue)))
}

/** Adds up the rows that belong to a part of a figure, or finds the one that as many are no more than as it says. */
export function sumOf({ rows, zone }: Books, part: PartName, counted: Counted): number | undefined {
  const { list, sum }: Part = parts[part]
  const filters = filtersOfPart(part, counted)
  const found = rows[list].filter((row) => isFound(row, zone, filters))
  const values = found.map((row) => addends[list][sum]?.(row) ?? 1)
  const share = percentiles[sum]
  return share === undefined
    ? values.reduce((all, value) => all + value, 0)
    : values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1]
}

/** What is asked of a report, in days. */
export interface Question extends Days {
  measures: readonly Measure[]
  dimensions: readonly Counted['keys'][number]['dimension'][]
  filters: Counted['filters']
  /** As many days before unless it says so. */
  compare?: Comparison
}

/** What a report, or some days of it, is compared with, if with anything. */
export const comparedWith = (
  { from, to, compare = 'previous' }: Question,
  days: Days = { from, to },
): Days | undefined => daysBefore(days, { from, to }, compare)

const figure = (books: Books, measure: Measure, counted: Counted) =>
  valueOf(
    measure,
    Object.fromEntries(
      partsOf(measure).flatMap((part) => {
        const sum = sumOf(books, part, counted)
        return sum === undefined ? [] : [[part, sum]]
      }),
    ),
  )

const isLevel = (one: unknown, other: number | null): boolean =>
  typeof one === 'number' && other !== null ? Math.abs(one - other) < 1e-9 : (one ?? null) === other

/** Where a report is not what its rows come to; undefined where it is. */
export function wrongFigure(books: Books, question: Question, report: Report): string | undefined {
  const { from, to, ...asked } = question
  const earlier = ({ days, ...key }: ReportKey): ReportKey => {
    const others = days && comparedWith(question, days)
    return others ? { ...key, days: others } : key
  }
  const before = comparedWith(question)
  const shown = [{ keys: [], ...report.totals }, ...report.lines]
  for (const { keys, ...told } of shown) {
    const name = ['', ...keys.map((key) => ` of ${key.name}`)].join('')
    for (const measure of asked.measures) {
      const due = figure(books, measure, { from, to, ...asked, keys })
      const dueBefore = before && figure(books, measure, { ...before, ...asked, keys: keys.map(earlier) })
      const [is, was] = [told.values[measure], told.before?.[measure]]
      if (!isLevel(is, due)) return `${measure}${name} ${String(is)} instead of ${String(due)}`
      if (!isLevel(was, dueBefore ?? null))
        return `${measure}${name} ${String(was)} before, instead of ${String(dueBefore)}`
    }
  }
  return asked.dimensions.length === 0 ? undefined : lostLine(asked.measures, report)
}

/** Lines that are right and do not add up to the totals are not all of them. */
function lostLine(asked: readonly Measure[], { totals, lines }: Report): string | undefined {
  for (const measure of asked) {
    if (!addsUp(measure)) continue
    for (const of of ['values', 'before'] as const) {
      const all = lines.reduce((sum, line) => sum + cents(line[of]?.[measure]), 0)
      const due = cents(totals[of]?.[measure])
      if (all !== due) return `lines with ${measure} of ${all / 100} together, of ${due / 100} in total`
    }
  }
  return undefined
}
