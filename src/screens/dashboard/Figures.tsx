import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { dashboard } from '../../../styled-system/recipes/dashboard'
import type { Dashboard } from '../../../contract/extensions/dashboard'
import type { DashboardPeriod } from '../../../contract/rules/dashboardPeriods'
import { Card } from '../../components/base/Card'
import { ErrorState } from '../../components/base/ErrorState'
import { capitalised, formatCount, formatDay, formatPrice } from '../../components/base/format'
import { LoadingState } from '../../components/base/LoadingState'
import { dayTick, figureFormat } from '../../components/plot/figureFormat'
import { Plot } from '../../components/plot/Plot'
import { changeText, plotSentence } from '../../components/plot/sentence'
import { useApp } from '../../app/context'
import { readFigures } from '../../data/resources/dashboard'
import { useRecord } from '../../data/useRecord'
import { FigureTile } from './FigureTile'

interface FiguresProps {
  organizationId: string
  zone: string
  period: DashboardPeriod
  shown: Dashboard
}

const share = ({ made, paid }: Dashboard['links']) => (made === 0 ? null : paid / made)
const shares = figureFormat('share', undefined).format

const before: Record<DashboardPeriod, string> = {
  today: 'yesterday',
  '7d': 'the 7 days before',
  '30d': 'the 30 days before',
  month: 'as many days before',
}

/** How a period goes, against the one before; each figure leads to its rows (DB-02). */
export function Figures({ organizationId, zone, period, shown: { links, linksBefore } }: FiguresProps) {
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
  const days = { createdFrom: from, createdTo: to }
  const orders = { to: '/orders', search: { ...days, status: 'open,completed' } } as const satisfies LinkProps
  const money = (search: Record<string, string>): LinkProps => ({
    to: '/gateways',
    search: { tab: 'transactions', ...days, status: 'succeeded', ...search },
  })
  const figures = [
    { label: 'Net revenue', of: 'revenue', show: (value: number) => formatPrice(value, currency), at: money({}) },
    { label: 'Orders', of: 'orders', show: formatCount, at: orders },
    { label: 'Average order', of: 'averageOrder', show: (value: number) => formatPrice(value, currency), at: orders },
    {
      label: 'Refunds',
      of: 'refunds',
      show: (value: number) => formatPrice(value, currency),
      at: money({ type: 'refund' }),
      isBad: true,
    },
  ] as const
  const label = 'Net revenue'
  const { format, ...written } = figureFormat('money', currency)
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
        {figures.map(({ label, of, show, at, ...rest }) => {
          const [now, was] = [totals.values[of], totals.before?.[of]]
          return (
            <FigureTile key={of} label={label} value={typeof now === 'number' ? show(now) : '-'} at={at}>
              <Change
                now={now}
                was={was}
                shownBefore={typeof was === 'number' ? show(was) : undefined}
                {...rest}
                {...{ period }}
              />
            </FigureTile>
          )
        })}
        <FigureTile
          label="Paid share of links"
          value={links.made === 0 ? '-' : shares(links.paid / links.made)}
          at={orders}
        >
          {links.made === 0 ? (
            'No link was made'
          ) : (
            <>
              <Change now={share(links)} was={share(linksBefore)} isShare period={period} />{' '}
              {`${formatCount(links.paid)} of ${formatCount(links.made)}`}
            </>
          )}
        </FigureTile>
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
            onOpen={(day) =>
              void navigate({
                to: '/gateways',
                search: { tab: 'transactions', createdFrom: day, createdTo: day, status: 'succeeded' },
              })
            }
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
      {change !== null && now !== was && <span data-tone={isUp === isBad ? 'red' : 'green'}>{change}</span>}
      {shownBefore !== undefined && <span>{`${shownBefore} ${before[period]}`}</span>}
    </>
  )
}
