import { dashboard } from '../../../styled-system/recipes/dashboard'
import type { Dashboard } from '../../../contract/extensions/dashboard'
import { closeRate } from '../../../contract/rules/closeRate'
import { Card } from '../../components/base/Card'
import { formatCount } from '../../components/base/format'
import { formatShare } from '../../components/plot/figureFormat'
import { FigureTile } from './FigureTile'

/** How the own day goes: what an agent looks at first (DB-02). */
export function OwnDay({ own: { calls, counted, sold, orders, callBacks } }: { own: Dashboard['own'] }) {
  const rate = closeRate(sold, counted)
  return (
    <Card padding="none">
      <div className={dashboard().figures} role="group" aria-label="Your day">
        <FigureTile label="Your calls today" value={formatCount(calls)}>
          {`${formatCount(counted)} of them count`}
        </FigureTile>
        <FigureTile label="Your close rate" value={rate === null ? '-' : formatShare(rate)}>
          {counted === 0 ? 'No call counts yet' : `${formatCount(sold)} of ${formatCount(counted)} calls sold`}
        </FigureTile>
        <FigureTile label="Your orders today" value={formatCount(orders)}>
          {' '}
        </FigureTile>
        <FigureTile
          label="Your call-backs"
          value={formatCount(callBacks)}
          at={{ to: '/dashboard', search: (before) => ({ ...before, callBacks: undefined }), hash: 'call-backs' }}
        >
          {callBacks === 0 ? 'Nobody waits' : 'Whom you promised to call'}
        </FigureTile>
      </div>
    </Card>
  )
}
