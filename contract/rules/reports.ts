import { type CalendarPart, countParts } from './calendarParts'
import {
  type Dimension,
  dimensions as described,
  isSplitBy,
  isTime,
  type Measure,
  measures,
  noFilterOf,
} from './measures'
import type { Days } from './reportPeriods'

/** What is asked for. */
interface Asked {
  measures: readonly Measure[]
  dimensions: readonly Dimension[]
  filters?: Readonly<Record<string, unknown>> | undefined
}

const lower = (dimension: Dimension): string => described[dimension].label.toLowerCase()

/** Why such a report can not be had, and by which field; undefined when it can. */
export function whyNotReported({
  measures: asked,
  dimensions,
  filters = {},
}: Asked): { field: string; message: string } | undefined {
  const [one, other] = dimensions
  if (one !== undefined && one === other) {
    return { field: 'dimensions', message: `${described[one].label} is chosen twice` }
  }
  if (one !== undefined && other !== undefined && isTime(one) && isTime(other)) {
    return { field: 'dimensions', message: `Choose either ${lower(one)} or ${lower(other)}` }
  }
  for (const measure of asked) {
    const unsplit = dimensions.find((dimension) => !isSplitBy(measure, dimension))
    if (unsplit) {
      return { field: 'dimensions', message: `${measures[measure].label} can't be split by ${lower(unsplit)}` }
    }
    const unfiltered = noFilterOf(measure, filters)
    if (unfiltered) {
      return { field: `filters`, message: `${measures[measure].label} can't be narrowed by ${lower(unfiltered)}` }
    }
  }
  return undefined
}

const shorter: Readonly<Partial<Record<Dimension, string>>> = {
  day: 'Choose months, or a shorter period.',
  week: 'Choose months, or a shorter period.',
  month: 'Choose a shorter period.',
}

/** Lines of a report at most: whoever wants more asks for a shorter period or a longer part of the calendar. */
export const mostReportLines = 2_000

/** Why there are too many days for a report that is split by the calendar; undefined when there are not. */
export function whyTooLong(dimensions: readonly Dimension[], { from, to }: Days): string | undefined {
  // What is a part of the calendar is one of its names.
  const time = dimensions.find(isTime) as CalendarPart | undefined
  const count = time ? countParts(time, from, to) : 0
  return count > mostReportLines ? whyTooManyLines(dimensions, count) : undefined
}

/** That there would be more lines than anybody reads. */
export function whyTooManyLines(dimensions: readonly Dimension[], count: number): string {
  const time = dimensions.find(isTime)
  const way = time ? shorter[time] : 'Choose one of them, or a filter.'
  return `By ${dimensions.map(lower).join(' and ')} that would be ${count.toLocaleString('en')} lines. ${way}`
}
