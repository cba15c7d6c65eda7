import { useSelector } from '@xstate/react'
import { Card } from '../../components/base/Card'
import { ErrorState } from '../../components/base/ErrorState'
import { formatCount, formatPrice } from '../../components/base/format'
import { LoadingState } from '../../components/base/LoadingState'
import { Text } from '../../components/base/Text'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { useApp, useSession } from '../../app/context'
import { readSharedOffers } from '../../data/resources/collaborations'
import { useList } from '../../data/useList'

/** What is sold in the campaigns that are shared, as whoever looks may see it (CO-02). */
export function SharedOffers({ id, as }: { id: string; as: 'partner' | undefined }) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('sharedOffers', readSharedOffers(api, id, organizationId, as))
  const state = useSelector(list, (snapshot) => snapshot)
  const { rows } = state.context
  return (
    <Card title="Offers">
      {state.matches('failed') ? (
        <ErrorState message="Error fetching offers" onRetry={() => list.send({ type: 'list.retry' })} />
      ) : state.matches('loading') ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <Text tone="muted">Nothing is sold there now.</Text>
      ) : (
        <SimpleTable
          label="Offers"
          columns={['Offer', 'Campaign', 'Price', 'Available']}
          texts={['Campaign']}
          rows={rows.map(({ id: offerId, displayName, campaignName, basePrice, currency, quantity }) => ({
            id: offerId,
            cells: [
              displayName,
              campaignName,
              typeof basePrice === 'number' && currency ? formatPrice(basePrice, currency) : '-',
              formatCount(quantity),
            ],
            note: campaignName ?? undefined,
          }))}
          totals={[]}
        />
      )}
    </Card>
  )
}
