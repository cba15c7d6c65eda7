import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { dashboard } from '../../../styled-system/recipes/dashboard'
import type { DashboardPeriod } from '../../../contract/rules/dashboardPeriods'
import { type Measure, measures } from '../../../contract/rules/measures'
import type { Days } from '../../../contract/rules/reportPeriods'
import { Card } from '../../components/base/Card'
import { ErrorState } from '../../components/base/ErrorState'
import { capitalised, formatDay } from '../../components/base/format'
import { LoadingState } from '../../components/base/LoadingState'
import { dayTick } from '../../components/plot/figureFormat'
import { Plot } from '../../components/plot/Plot'
import { changeText, plotSentence } from '../../components/plot/sentence'
import { useApp } from '../../app/context'
import { dashboardFigures, readFigures } from '../../data/resources/dashboard'
import { useRecord } from '../../data/useRecord'
import { figureText, formatOf, isCost } from '../reports/figures'
import { partLinks } from '../reports/partLinks'
import { FigureTile } from './FigureTile'

interface FiguresProps {
  organizationId: string
  zone: string
  period: DashboardPeriod
}

const before: Record<DashboardPeriod, string> = {
  today: 'yesterday',
  '7d': 'the 7 days before',
  '30d': 'the 30 days before',
  month: 'as many days before',
}

/** The rows that a figure is made of; of a ratio those of what is divided. */
function rowsOf(measure: Measure, days: Days): LinkProps {
  const [first] = partLinks({ measure, days, keys: [] })
  return first ? { to: first.to, search: first.search } : {}
}

/** How a period goes, against the one before; each figure leads to its rows (DB-02). */
export function Figures({ organizationId, zone, period }: FiguresProps) {
  const { api } = useApp()
  const actor = useRecord('figures', readFigures(api, organizationId, { period, zone }))
  const state = useSelector(actor, (snapshot) => snapshot)
  const { record } = state.context
  const navigate = useNavigate()
  if (!record) {
    return state.matches({ answer: 'failed' }) ? (
      <Card>
        <ErrorState message="Error fetching the figures" onRetry={() => actor.send({ type: 'record.retry' })} />
      </Card>
    ) : (
      <LoadingState />
    )
  }
  const { totals, currency, from, to } = record
  const { label } = measures.revenue
  const { format, ...written } = formatOf('revenue', currency)
  const points = record.lines.map(({ keys, values, before: was }) => ({
    key: keys[0]?.id ?? '',
    label: formatDay(keys[0]?.id),
    tick: dayTick(keys[0]?.id ?? ''),
    value: values.revenue ?? null,
    before: was?.revenue ?? null,
  }))
  const [total, totalBefore] = [totals.values.revenue ?? null, totals.before?.revenue]
  const told = { label, kind: 'time' as const, isSum: true, format, part: 'day', total, before: totalBefore, points }
  return (
    <Card padding="none">
      <div className={dashboard().figures} role="group" aria-label="Figures of the period">
        {dashboardFigures.map((measure) => {
          const [now, was] = [totals.values[measure], totals.before?.[measure]]
          return (
            <FigureTile
              key={measure}
              label={measures[measure].label}
              value={figureText(measure, now, currency)}
              at={rowsOf(measure, { from, to })}
            >
              <Change
                now={now}
                was={was}
                shownBefore={typeof was === 'number' ? figureText(measure, was, currency) : undefined}
                isShare={formatOf(measure, currency).isShare}
                isBad={isCost(measure)}
                period={period}
              />
            </FigureTile>
          )
        })}
      </div>
      {points.length > 1 && (
        <div className={dashboard().plot}>
          <Plot
            label={`${label} by day`}
            kind="time"
            series={[{ key: 'revenue', name: label, points }]}
            sentence={plotSentence(told)}
            format={format}
            {...written}
            part="Day"
            periods={{ now: 'This period', before: capitalised(before[period]) }}
            fileName={`net-revenue-${from}-${to}`}
            onOpen={(day) => void navigate(rowsOf('revenue', { from: day, to: day }))}
          />
        </div>
      )}
    </Card>
  )
}

interface ChangeProps {
  now: number | null | undefined
  was: number | null | undefined
  shownBefore?: string | undefined
  isShare?: boolean
  isBad?: boolean
  period: DashboardPeriod
}

/** By how much it is more or less than before; a fall of what is bad is good. */
function Change({ now, was, shownBefore, isShare = false, isBad = false, period }: ChangeProps) {
  const change = changeText(now ?? null, was, isShare)
  const isUp = (now ?? 0) > (was ?? 0)
  return (
    <>
      {change !== null && <span data-tone={isUp === isBad ? 'red' : 'green'}>{change}</span>}
      {shownBefore !== undefined && <span>{`${shownBefore} ${before[period]}`}</span>}
    </>
  )
}
