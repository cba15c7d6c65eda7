import ChevronDown from 'lucide-react/icons/chevron-down'
import { useMemo } from 'react'
import type { ReportLine } from '../../../contract/extensions/reports'
import { dimensions, type Measure, measures, stages } from '../../../contract/rules/measures'
import { daysBefore } from '../../../contract/rules/reportPeriods'
import type { ShownFigure } from '../../../machines/reports/figureView.machine'
import { reports } from '../../../styled-system/recipes/reports'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { DropdownMenu } from '../../components/base/DropdownMenu'
import { EmptyState } from '../../components/base/EmptyState'
import { Plot } from '../../components/plot/Plot'
import { columnsOf } from '../../components/table/columns'
import { RowsTable } from '../../components/table/RowsTable'
import { useRowsPage } from '../../components/table/useRowsPage'
import { FigureCard, FigureChange, FigureLink, useFigureOpener } from './FigureLink'
import { byText, narrowedName } from './figures'
import { daysOfReport, keyName, lineId, reportPlot, type Shown } from './reportPlot'

/** A figure of a report, or of one of its lines, as it is opened. */
export function figureOf(
  shown: Shown,
  measure: Measure,
  { keys = [], values, before }: Pick<ReportLine, 'values' | 'before'> & { keys?: ReportLine['keys'] },
): ShownFigure {
  const { question, report } = shown
  const whole = daysOfReport(shown)
  const days = keys.find((key) => key.days)?.days ?? whole
  const daysThen = daysBefore(days, whole, question.compare)
  return {
    measure,
    value: values[measure] ?? null,
    currency: report.currency,
    keys,
    days,
    filters: question.filters,
    only: report.narrowedTo.map((key) => `${dimensions[key.dimension].label}: ${narrowedName(key)}`),
    before: before && daysThen ? { value: before[measure] ?? null, days: daysThen } : undefined,
  }
}

interface BodyProps {
  shown: Shown
  /** The figure of the chart, which the address may name. */
  charted: Measure
  onChart: (measure: Measure) => void
  /** Asks for the same of everything; undefined where it is narrowed to nothing. */
  onWhole: (() => void) | undefined
}

/** Whether all figures are of nothing, then as well as now. */
const isNothing = ({ report: { totals, lines } }: Shown): boolean =>
  [totals, ...lines].every(({ values, before }) =>
    [...Object.values(values), ...Object.values(before ?? {})].every((value) => !value),
  )

/** The totals, the chart, and the table of the same numbers; every figure is a link (RP-01, RP-02). */
export function ReportBody({ shown, charted, onChart, onWhole }: BodyProps) {
  const { question, report } = shown
  const styles = reports()
  const open = useFigureOpener()
  const isEmpty = isNothing(shown)
  const plot = useMemo(() => reportPlot(shown, charted), [shown, charted])
  const openPoint = (key: string, series: string) => {
    const stage = stages.find((one) => one === key)
    if (stage) return open(figureOf(shown, stage, report.totals))
    const line = report.lines.find(
      (one) =>
        lineId(one) === key || (one.keys.some(({ id }) => id === key) && one.keys.some(({ id }) => id === series)),
    )
    return line && open(figureOf(shown, charted, line))
  }
  return (
    <>
      <section className={styles.cards} aria-label="Totals">
        {question.measures.map((measure) => (
          <FigureCard key={measure} figure={figureOf(shown, measure, report.totals)} />
        ))}
      </section>
      {isEmpty && (
        <Card>
          <EmptyState
            level={2}
            title={onWhole ? 'Nothing matches these filters' : 'Nothing in this period'}
            actions={onWhole && <Button onClick={onWhole}>Clear filters</Button>}
          >
            {onWhole
              ? 'In this period nothing counts that belongs to what is chosen.'
              : 'Nothing that these figures count has happened in it.'}
          </EmptyState>
        </Card>
      )}
      {plot && !isEmpty && (
        <Card
          title={plot.label}
          action={
            question.measures.length > 1 &&
            question.dimensions.length > 0 && (
              <DropdownMenu
                label={`Chart: ${measures[charted].label}`}
                size="sm"
                items={question.measures.map((measure) => ({
                  id: measure,
                  label: measures[measure].label,
                  checked: measure === charted,
                  closes: true,
                }))}
                onSelect={(id) => onChart(question.measures.find((measure) => measure === id) ?? charted)}
              >
                {measures[charted].label}
                <ChevronDown aria-hidden="true" />
              </DropdownMenu>
            )
          }
        >
          <Plot {...plot} onOpen={openPoint} />
        </Card>
      )}
      {question.dimensions.length > 0 && !isEmpty && <ReportTable shown={shown} />}
    </>
  )
}

interface TableLine {
  id: string
  line: Pick<ReportLine, 'values' | 'before'> & { keys: ReportLine['keys'] }
  isTotal: boolean
}

const { shown: column } = columnsOf<TableLine>()

/** The numbers of the chart and of all other figures, with their sum above them. */
function ReportTable({ shown }: { shown: Shown }) {
  const { question, report } = shown
  const total: TableLine = { id: 'total', line: { ...report.totals, keys: [] }, isTotal: true }
  const lines = useMemo<TableLine[]>(
    () => report.lines.map((line) => ({ id: lineId(line), line, isTotal: false })),
    [report],
  )
  const columns = useMemo(() => {
    const ofKeys = question.dimensions.map((dimension, place) =>
      column(
        dimension,
        dimensions[dimension].label,
        ({ line, isTotal }) => {
          if (isTotal) return place === 0 ? <span className={reports().total}>Total</span> : ''
          const key = line.keys[place]
          return key ? keyName(key) : '-'
        },
        { sortable: false, ...(place > 0 && { card: {} }) },
      ),
    )
    const ofFigures = question.measures.map((measure) =>
      column(
        measure,
        measures[measure].label,
        ({ line, isTotal }) => {
          const figure = figureOf(shown, measure, line)
          return (
            <>
              <FigureLink figure={figure} isTotal={isTotal} /> <FigureChange figure={figure} />
            </>
          )
        },
        { sortable: false, align: 'end', card: { before: measures[measure].label } },
      ),
    )
    return [...ofKeys, ...ofFigures]
  }, [shown, question])
  const page = useRowsPage(lines, 20)
  return (
    <RowsTable
      label={`Figures${byText(question.dimensions)}`}
      columns={columns}
      {...page}
      rows={[total, ...page.rows]}
      state={report.lines.length === 0 ? 'empty' : 'populated'}
      noun="lines"
    />
  )
}
