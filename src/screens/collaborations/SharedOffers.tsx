import { useSelector } from '@xstate/react'
import type { SharedOffer } from '../../../contract/extensions/collaborations'
import { Card } from '../../components/base/Card'
import { formatPrice } from '../../components/base/format'
import { Text } from '../../components/base/Text'
import { columnsOf } from '../../components/table/columns'
import { RowsTable } from '../../components/table/RowsTable'
import { useRowsPage } from '../../components/table/useRowsPage'
import { useApp, useSession } from '../../app/context'
import { readSharedOffers } from '../../data/resources/collaborations'
import { useList } from '../../data/useList'

const { text, count, shown } = columnsOf<SharedOffer>()
const fixed = { sortable: false }

const columns = [
  text('displayName', 'Offer', { ...fixed, wraps: true }),
  text('campaignName', 'Campaign', { ...fixed, card: {} }),
  shown(
    'basePrice',
    'Price',
    ({ basePrice, currency }) => (typeof basePrice === 'number' && currency ? formatPrice(basePrice, currency) : '-'),
    { ...fixed, align: 'end', card: {} },
  ),
  count('quantity', 'Available', { ...fixed, card: { before: 'Available' } }),
]

/** What is sold in the campaigns that are shared, as whoever looks may see it (CO-02). */
export function SharedOffers({ id, as }: { id: string; as: 'partner' | undefined }) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('sharedOffers', readSharedOffers(api, id, organizationId, as))
  const state = useSelector(list, (snapshot) => snapshot)
  const page = useRowsPage(state.context.rows, 10)
  return (
    <Card title="Offers">
      {state.matches('empty') ? (
        <Text tone="muted">Nothing is sold there now.</Text>
      ) : (
        <RowsTable
          label="Shared offers"
          noun="offers"
          columns={columns}
          {...page}
          state={state.value}
          error={state.matches('failed') ? 'Error fetching offers' : undefined}
          onRetry={() => list.send({ type: 'list.retry' })}
        />
      )}
    </Card>
  )
}
