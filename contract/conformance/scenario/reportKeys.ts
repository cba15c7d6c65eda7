import type { Report, ReportKey } from '../../extensions/reports'
import { type CalendarPart, partsBetween } from '../../rules/calendarParts'
import { dimensionNames, dimensions, isTime } from '../../rules/measures'
import type { ExportPlace } from '../../rules/listExports'
import { daysLater } from '../../rules/days'
import { type Days, dayAt } from '../../rules/reportPeriods'
import type { Books, Question } from './reckoning'

const minute = 60_000

const filterOf = (name: (typeof dimensionNames)[number]) => {
  const described = dimensions[name]
  return 'filter' in described ? described.filter : undefined
}

/** What rows say beside the id of a record that it is called. */
const namedBy = { campaign: 'campaignName', agent: 'agentName', gateway: 'gatewayName' } as const

type Names = ReadonlyMap<string, ReadonlySet<string>>

/** What records are called in the rows that figures are made of: older ones may have a name that has changed since. */
function namesIn({ rows }: Books): Names {
  const names = new Map<string, Set<string>>()
  for (const row of [...rows.orders, ...rows.orderLines, ...rows.transactions]) {
    for (const [dimension, field] of Object.entries(namedBy)) {
      const [id, name] = [row[filterOf(dimension as keyof typeof namedBy) ?? ''], row[field]]
      if (typeof id !== 'string' || typeof name !== 'string') continue
      const key = `${dimension} ${id}`
      names.set(key, (names.get(key) ?? new Set()).add(name))
    }
  }
  return names
}

/** Where a line is of a part of the calendar that there is not, or of other days of it; or of a campaign by another name. */
function wrongKey({ from, to }: Question, names: Names, key: ReportKey): string | undefined {
  const { dimension, id, name, days } = key
  if (isTime(dimension)) {
    const part = partsBetween(dimension as CalendarPart, from, to).find((one) => one.id === id)
    if (part === undefined) return `a ${dimension} of ${id}, with which none begins from ${from} to ${to}`
    const due = `${part.from} to ${part.to}`
    const is = `${days?.from} to ${days?.to}`
    return is === due ? undefined : `the days ${is} of the ${dimension} of ${id}, in place of ${due}`
  }
  const due = names.get(`${dimension} ${id}`)
  if (due === undefined || due.has(name)) return undefined
  // Who is called otherwise now is so in a report, and not in what they have sold before.
  const isOthers = [...names].some(([of, some]) => of.startsWith(`${dimension} `) && some.has(name))
  if (dimension === 'agent' && !isOthers && name !== '' && name !== id) return undefined
  return `${name} as the name of ${[...due].join(' or ')}`
}

/**
 * What a report says of itself beside its figures: where it is, what it is narrowed to, and which line is of what. Undefined
 * where all of it is right.
 */
export function wrongKeys(
  question: Question,
  books: Books,
  { currency, timeZone }: ExportPlace,
  report: Report,
): string | undefined {
  if (report.zone !== timeZone) return `the zone ${report.zone} in place of ${timeZone}`
  const newest = Math.max(...books.rows.orders.map(({ createdAt }) => Date.parse(String(createdAt))))
  // Clocks differ.
  if (Date.parse(report.asOf) < newest - minute) return `figures of ${report.asOf}, before the newest order of them`
  if (report.currency !== currency) return `the currency ${report.currency} in place of ${currency}`
  const names = namesIn(books)
  const narrowed = dimensionNames.flatMap((name) => {
    const ids = question.filters[filterOf(name) ?? ''] ?? []
    return ids.map((id) => `${name} ${id}`)
  })
  const told = report.narrowedTo.map(({ dimension, id }) => `${dimension} ${id}`)
  if (told.toSorted().join() !== narrowed.toSorted().join()) {
    return `narrowed to '${told.join()}' instead of '${narrowed.join()}'`
  }
  const seen = new Set<string>()
  for (const { keys } of [{ keys: report.narrowedTo }, ...report.lines]) {
    const wrong = keys.map((key) => wrongKey(question, names, key)).find((one) => one !== undefined)
    if (wrong !== undefined) return wrong
  }
  for (const { keys } of report.lines) {
    if (keys.map(({ dimension }) => dimension).join() !== question.dimensions.join()) {
      return `a line by ${keys.map(({ dimension }) => dimension).join()}`
    }
    const key = keys.map(({ id }) => id).join(' ')
    if (seen.has(key)) return `two lines of ${key}`
    seen.add(key)
  }
  return undefined
}

/** Days begin and end where the organization is. */
export function wrongPeriod(
  days: Days | undefined,
  zone: string,
  period: Report['before'],
  of = '',
): string | undefined {
  if (days === undefined) return period ? `${period.from} to ${period.to}${of}, and nobody asked` : undefined
  const { from, to } = days
  if (!period) return `no period for the days from ${from} to ${to}${of}`
  const dayOf = (moment: string, ms: number) => dayAt(new Date(Date.parse(moment) + ms), zone)
  const is = [dayOf(period.from, -1), dayOf(period.from, 0), dayOf(period.to, -1), dayOf(period.to, 0)]
  const due = [daysLater(from, -1), from, to, daysLater(to, 1)]
  return is.join() === due.join() ? undefined : `${period.from} to ${period.to} for the days from ${from} to ${to}${of}`
}
