import { useSelector } from '@xstate/react'
import { Card } from '../../components/base/Card'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { Text } from '../../components/base/Text'
import { useApp, useSession } from '../../app/context'
import { readComparisons } from '../../data/resources/gateways'
import { useList } from '../../data/useList'
import { ComparedAt, Left } from './Differences'

/** What the last comparison with one gateway has left (GW-04). */
export function GatewayReconciliation({ gatewayInstanceId }: { gatewayInstanceId: string }) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('comparisons', readComparisons(api, organizationId))
  const state = useSelector(list, (snapshot) => snapshot)
  const found = state.context.rows.find((comparison) => comparison.gatewayInstanceId === gatewayInstanceId)
  return (
    <Card title="Reconciliation" action={found && <ComparedAt comparison={found} />}>
      {state.matches('loading') ? (
        <LoadingState />
      ) : state.matches('failed') ? (
        <ErrorState message="Error fetching reconciliations" onRetry={() => list.send({ type: 'list.retry' })} />
      ) : found ? (
        <Left comparison={found} />
      ) : (
        <Text tone="muted">
          It has not been compared with yet. That is done once a day by itself, and by Reconcile.
        </Text>
      )}
    </Card>
  )
}
