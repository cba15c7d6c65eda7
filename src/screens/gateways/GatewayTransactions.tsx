import { Link } from '@tanstack/react-router'
import { Card } from '../../components/base/Card'
import { formatCount } from '../../components/base/format'
import { PagedList } from '../../components/layout/PagedList'
import { useApp, useSession } from '../../app/context'
import { readRows } from '../../data/resources/search'
import { columnsOfGateway } from './transactionColumns'

const allOf = (gatewayInstanceId: string) => (total: number) => (
  <Link to="/gateways" search={{ tab: 'transactions', gatewayInstanceId }}>
    All {formatCount(total)} transactions
  </Link>
)

/** What moved last through a gateway (GW-03), with the way to all of it. */
export function GatewayTransactions({ gatewayInstanceId }: { gatewayInstanceId: string }) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  return (
    <Card title="Latest transactions">
      <PagedList
        name="gatewayTransactions"
        label="Transactions of this gateway"
        columns={columnsOfGateway}
        failure="Error fetching transactions"
        none="Nothing has been charged or refunded through it yet."
        beginning={{ rows: 10, whole: allOf(gatewayInstanceId) }}
        read={(page) =>
          readRows(
            api,
            { organizationId, resource: 'transactions', within: { gatewayInstanceId } },
            { ...page, q: '', filters: {}, sort: { by: 'createdAt', order: 'desc' } },
          )
        }
      />
    </Card>
  )
}
