import { useSelector } from '@xstate/react'
import type { GatewayComparison } from '../../../contract/extensions/gateways'
import { Card } from '../../components/base/Card'
import { EmptyState } from '../../components/base/EmptyState'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { Stack } from '../../components/base/Stack'
import { useApp, useSession } from '../../app/context'
import { readComparisons } from '../../data/resources/gateways'
import { useList } from '../../data/useList'
import { ComparedAt, Left } from './Differences'
import { GatewayLink } from './GatewayLink'

/** What the last comparison with each gateway has left, whoever asked for it (GW-04). */
export function Comparisons() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('comparisons', readComparisons(api, organizationId))
  const state = useSelector(list, (snapshot) => snapshot)
  if (state.matches('loading')) return <LoadingState />
  if (state.matches('failed'))
    return <ErrorState message="Error fetching reconciliations" onRetry={() => list.send({ type: 'list.retry' })} />
  if (state.matches('empty')) {
    return (
      <EmptyState title="Nothing has been compared yet." level={2}>
        It is done once a day by itself, and whenever you choose Reconcile for a gateway.
      </EmptyState>
    )
  }
  return (
    <Stack>
      {state.context.rows.map((comparison) => (
        <Comparison key={comparison.id} comparison={comparison} />
      ))}
    </Stack>
  )
}

const Comparison = ({ comparison }: { comparison: GatewayComparison }) => (
  <Card
    title={<GatewayLink id={comparison.gatewayInstanceId} name={comparison.gatewayName || 'Gateway'} />}
    action={<ComparedAt comparison={comparison} />}
  >
    <Left comparison={comparison} />
  </Card>
)
