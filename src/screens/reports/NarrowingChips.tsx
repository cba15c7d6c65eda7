import type { Report } from '../../../contract/extensions/reports'
import { narrowedBy, type ReportQuestion } from '../../../contract/forms/reports'
import { dimensions, type NarrowedBy } from '../../../contract/rules/measures'
import { FilterChips } from '../../components/table/FilterChips'
import { narrowedName } from './figures'
import { narrowedTo } from './narrowing'

export interface NarrowingChipsProps {
  question: ReportQuestion
  /** What was answered last, which knows what the records are called. */
  report: Report | undefined
  onAsk: (question: ReportQuestion) => void
}

/** What a report is narrowed to, record by record, each to be taken off again (GE-01). */
export default function NarrowingChips({ question, report, onAsk }: NarrowingChipsProps) {
  const chosen = narrowedBy(question.filters).flatMap((dimension) => {
    const ids = question.filters?.[dimensions[dimension].filter] ?? []
    return ids.map((id) => ({ dimension, id, name: `${dimension} ${id}`, label: nameIn(report, dimension, id) }))
  })
  const remove = (name: string) => {
    const off = chosen.find((one) => one.name === name)
    if (!off) return
    const left = chosen.filter(({ dimension, id }) => dimension === off.dimension && id !== off.id)
    onAsk(
      narrowedTo(
        question,
        off.dimension,
        left.map(({ id }) => id),
      ),
    )
  }
  return (
    <FilterChips
      filters={chosen.map(({ dimension, id, name, label }) => ({
        name,
        label: dimensions[dimension].label,
        options: [{ value: id, label }],
      }))}
      chosen={Object.fromEntries(chosen.map(({ name, id }) => [name, id]))}
      onChange={remove}
    />
  )
}

function nameIn(report: Report | undefined, dimension: NarrowedBy, id: string): string {
  const key = report?.narrowedTo.find((one) => one.dimension === dimension && one.id === id)
  return key ? narrowedName(key) : '…'
}
