import { basisOf, fitting, type ReportQuestion } from '../../../contract/forms/reports'
import { dimensions, type NarrowedBy } from '../../../contract/rules/measures'

/** A question that is narrowed to other records of a kind, with the figures that can be had of them. */
export function narrowedTo(question: ReportQuestion, dimension: NarrowedBy, ids: readonly string[]): ReportQuestion {
  const filters = { ...question.filters, [dimensions[dimension].filter]: ids }
  return { ...question, ...fitting(basisOf(question), question.measures, question.dimensions, filters) }
}

export const narrowedToAll = (question: ReportQuestion): ReportQuestion => ({
  ...question,
  ...fitting(basisOf(question), question.measures, question.dimensions),
})
