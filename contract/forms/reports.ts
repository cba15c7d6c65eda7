import * as z from 'zod/mini'
import {
  type Basis,
  type Dimension,
  dimensionNames,
  dimensions as described,
  isSplitBy,
  isTime,
  type Measure,
  measureNames,
  measures,
  type NarrowedBy,
  narrowings,
  type ReportFilters,
  stages,
} from '../rules/measures'
import { type Days, type PeriodName, periodNames, periods, whyNoPeriod } from '../rules/reportPeriods'
import { whyNotReported, whyTooLong } from '../rules/reports'
import { id } from '../schemas'

/** Records of one kind at most that a report is narrowed to. */
const mostNarrowed = 100
const ids = z.optional(z.array(id).check(z.minLength(1), z.maxLength(mostNarrowed)))

/** What a report is narrowed to, by the filters of the lists that it adds up. */
export const reportFilters = z.object({ campaignId: ids, agentId: ids, gatewayInstanceId: ids, offerId: ids })

/** What a person asks of a report: which figures, of when, split by what. Its period goes along with the calendar. */
export const reportQuestion = z
  .object({
    measures: z
      .array(z.enum(measureNames))
      .check(z.minLength(1, 'Choose at least one figure'), z.maxLength(measureNames.length)),
    dimensions: z.array(z.enum(dimensionNames)).check(z.maxLength(2, 'Choose two at most')),
    /** `days` for those from one day to another. */
    period: z.enum([...periodNames, 'days']),
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
    compare: z.enum(['none', 'previous', 'year']),
    filters: z.optional(reportFilters),
  })
  .check(
    z.refine(({ period, from, to }) => period !== 'days' || (from !== undefined && to !== undefined), {
      path: ['from'],
      error: 'Choose the first and the last day',
    }),
    z.check(({ value, issues }) => {
      const wrong = whyNotReported(value)
      if (wrong) issues.push({ code: 'custom', input: value, path: [wrong.field], message: wrong.message })
    }),
  )
export type ReportQuestion = z.infer<typeof reportQuestion>

/** The same as it is asked for and saved, of days that there is a report of: what was saved before stays readable. */
export const answerableQuestion = reportQuestion.check(
  z.check(({ value, issues }) => {
    const { period, from, to, dimensions } = value
    if (period !== 'days' || from === undefined || to === undefined) return
    const tooLong = whyTooLong(dimensions, { from, to })
    const wrong = whyNoPeriod({ from, to }) ?? (tooLong && { field: 'dimensions', message: tooLong })
    if (wrong) issues.push({ code: 'custom', input: value, path: [wrong.field], message: wrong.message })
  }),
)

/** The days that a question is about, on some day. */
export function daysOf(
  { period, from = '', to = '' }: Pick<ReportQuestion, 'period' | 'from' | 'to'>,
  today: string,
): Days {
  return period === 'days' ? { from, to } : periods[period].of(today)
}

/** What is wrong with own days, in one sentence at the field that has to change. */
export function daysMistake({ from, to }: Days): string | undefined {
  return to < from ? 'The last day is before the first' : undefined
}

export const basisOf = ({ measures: [first] }: Pick<ReportQuestion, 'measures'>): Basis =>
  first === undefined ? 'sale' : measures[first].basis

/** What a report of a basis begins with. */
const firstMeasures: Readonly<Record<Basis, readonly Measure[]>> = {
  sale: ['sales', 'orders', 'averageOrder', 'refundsBySale'],
  money: ['revenue', 'charged', 'refunds', 'approvalRate'],
}

/** And one that is split by what orders are not. */
const ofItems: readonly Measure[] = ['itemSales', 'units']

/** The figures of a basis, in their order. */
export const measuresOf = (basis: Basis): Measure[] => measureNames.filter((name) => measures[name].basis === basis)

/** Whether any figure of a basis can be split by something. */
export const isOffered = (basis: Basis, dimension: Dimension): boolean =>
  measuresOf(basis).some((measure) => isSplitBy(measure, dimension))

/** Whether any figure of a basis can be split by all of these, or narrowed to some of them. */
export const areTogether = (basis: Basis, some: readonly Dimension[]): boolean =>
  measuresOf(basis).some((measure) => some.every((dimension) => isSplitBy(measure, dimension)))

/** What a report is narrowed to some of. */
export const narrowedBy = (filters: ReportFilters = {}): NarrowedBy[] =>
  narrowings.filter((dimension) => filters[described[dimension].filter] !== undefined)

/** Of some filters those that all of these figures can be narrowed by. */
export const possibleFilters = (asked: readonly Measure[], filters: ReportFilters = {}): ReportFilters =>
  Object.fromEntries(
    narrowedBy(filters).flatMap((dimension) => {
      const { filter } = described[dimension]
      return asked.every((measure) => isSplitBy(measure, dimension)) ? [[filter, filters[filter]]] : []
    }),
  )

/**
 * Of what is asked for, all that goes together: the ways to split come first, then what it is narrowed to, and then the figures
 * that can be had so.
 */
export function fitting(
  basis: Basis,
  asked: readonly Measure[],
  by: readonly Dimension[],
  narrowed: ReportFilters = {},
): Pick<ReportQuestion, 'measures' | 'dimensions' | 'filters'> {
  const dimensions: Dimension[] = []
  for (const dimension of by) {
    const isTwice = dimensions.some((other) => other === dimension || (isTime(other) && isTime(dimension)))
    const isPossible = areTogether(basis, [...dimensions, dimension])
    if (!isTwice && isPossible && dimensions.length < 2) dimensions.push(dimension)
  }
  const demanded = [...dimensions]
  const filters: NonNullable<ReportQuestion['filters']> = {}
  for (const dimension of narrowings) {
    const { filter } = described[dimension]
    const chosen = narrowed[filter] ?? []
    if (chosen.length === 0 || !areTogether(basis, [...demanded, dimension])) continue
    demanded.push(dimension)
    filters[filter] = [...chosen]
  }
  const fits = (measure: Measure) =>
    measures[measure].basis === basis && demanded.every((dimension) => isSplitBy(measure, dimension))
  const own = measuresOf(basis).filter((measure) => asked.includes(measure) && fits(measure))
  const beginning = [firstMeasures[basis], ofItems].map((some) => some.filter(fits)).find((some) => some.length > 0)
  return {
    dimensions,
    measures: own.length > 0 ? own : (beginning ?? measuresOf(basis).filter(fits)),
    filters: demanded.length > dimensions.length ? filters : undefined,
  }
}

const names = <Name extends string>(text: unknown, known: readonly Name[]): Name[] =>
  (typeof text === 'string' ? text.split(',') : []).filter((name): name is Name => known.some((one) => one === name))

/** The records that an address asks for, with commas between them. */
function idsIn(text: unknown): string[] {
  const given = typeof text === 'string' ? text.split(',') : []
  return [...new Set(given.filter((one) => z.safeParse(id, one).success))].slice(0, mostNarrowed)
}

const days = z.object({ from: z.iso.date(), to: z.iso.date() })
const choices = z.object({
  period: z._default(z.catch(z.enum([...periodNames, 'days']), 'last30'), 'last30'),
  compare: z._default(z.catch(z.enum(['none', 'previous', 'year']), 'previous'), 'previous'),
  basis: z.catch(z.optional(z.enum(['sale', 'money'])), undefined),
})

const filtersIn = (search: Readonly<Record<string, unknown>>): ReportFilters =>
  Object.fromEntries(
    narrowings.map((dimension) => [described[dimension].filter, idsIn(search[described[dimension].filter])]),
  )

/** The question of an address; what is wrong in it falls back to what a report begins with. */
export function questionOf(search: Readonly<Record<string, unknown>>): ReportQuestion {
  const { period, compare, basis } = z.parse(choices, search)
  const asked = names(search['figures'], measureNames)
  const own = basis ?? (asked[0] === undefined ? 'sale' : measures[asked[0]].basis)
  const by = search['by'] === undefined ? (['day'] as const) : names(search['by'], dimensionNames)
  const chosen = z.safeParse(days, search)
  return {
    ...fitting(own, asked, by, filtersIn(search)),
    ...(period !== 'days' ? { period } : chosen.success ? { period, ...chosen.data } : { period: 'last30' as const }),
    compare,
  }
}

/** The address of a question; what a report begins with is not written. */
export function searchOf(question: ReportQuestion) {
  const { measures: asked, dimensions, period, from, to, compare, filters = {} } = question
  const basis = basisOf(question)
  const figures = asked.join(',')
  const by = dimensions.join(',')
  return {
    basis: basis === 'sale' ? undefined : basis,
    figures: figures === fitting(basis, [], dimensions, filters).measures.join(',') ? undefined : figures,
    by: by === 'day' ? undefined : by || 'none',
    period: period === 'last30' ? undefined : period,
    from: period === 'days' ? from : undefined,
    to: period === 'days' ? to : undefined,
    compare: compare === 'previous' ? undefined : compare,
    campaignId: filters.campaignId?.join(','),
    agentId: filters.agentId?.join(','),
    gatewayInstanceId: filters.gatewayInstanceId?.join(','),
    offerId: filters.offerId?.join(','),
  }
}

export type ReportPeriod = PeriodName | 'days'

interface ReadyMade {
  name: string
  measures: readonly Measure[]
  dimensions: readonly Dimension[]
}

const ofCalls: readonly Measure[] = ['soldShareOfCalls', 'soldCalls', 'calls']

/** Reports to begin with (RP-01). */
export const readyMade: readonly ReadyMade[] = [
  { name: 'Sales by day', measures: firstMeasures.sale, dimensions: ['day'] },
  { name: 'Sales by week', measures: firstMeasures.sale, dimensions: ['week'] },
  { name: 'Sales by month', measures: firstMeasures.sale, dimensions: ['month'] },
  { name: 'Sales by campaign', measures: firstMeasures.sale, dimensions: ['campaign'] },
  { name: 'Sales by offer', measures: ofItems, dimensions: ['offer'] },
  { name: 'Sales by agent', measures: firstMeasures.sale, dimensions: ['agent'] },
  { name: 'Payments by gateway', measures: ['charged', 'refunds', 'revenue', 'approvalRate'], dimensions: ['gateway'] },
  { name: 'Refunds', measures: ['refunds', 'charged', 'revenue'], dimensions: ['day'] },
  { name: 'Approval rate', measures: ['approvalRate', 'declines'], dimensions: ['day'] },
  { name: 'Payment links', measures: [...stages, 'paidShareOfLinks'], dimensions: [] },
  { name: 'Calls by script', measures: ofCalls, dimensions: ['campaign'] },
  { name: 'Calls by offer', measures: ofCalls, dimensions: ['offer'] },
  { name: 'Ring to paid', measures: ['ringToPaid', 'ringToPaidMost', 'paidCalls'], dimensions: ['day'] },
  { name: 'Tax', measures: ['tax', 'sales'], dimensions: ['month'] },
]
