import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PageButtons } from '../../components/actions/PageMenu'
import { PageHeader } from '../../components/base/PageHeader'
import { Tabs } from '../../components/base/Tabs'
import { useApp } from '../../app/context'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { gatewayListActions, gatewayPanel } from './actions'
import { Comparisons } from './Comparisons'
import { GatewayTable } from './GatewayTable'
import { PlainTransactions, Transactions } from './Transactions'

const route = getRouteApi('/_signedIn/gateways/')

const tabs = [
  { id: 'gateways', label: 'Gateways' },
  { id: 'transactions', label: 'Transactions' },
  { id: 'reconciliation', label: 'Reconciliation' },
] as const

const parameters = ['gatewayInstanceId']

/** What customers pay through, and what moved there (GW-01, GW-03). A backend of the twenty calls has the transactions alone. */
export default function GatewaysScreen() {
  const { extensions } = useApp().config
  const navigate = route.useNavigate()
  const { tab = 'gateways', gatewayInstanceId } = route.useSearch()
  // What the transactions are narrowed to is, without them, the one that is looked at.
  const viewed = extensions && tab === 'gateways' ? gatewayInstanceId : undefined
  const panel = useMemo(() => gatewayPanel(viewed), [viewed])
  useFlowAtAddress(panel, parameters)
  if (!extensions) {
    return (
      <>
        <PageHeader title="Transactions" />
        <PlainTransactions />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="Gateways"
        description="What customers pay through, and what was charged and refunded."
        actions={<PageButtons actions={gatewayListActions} record={null} />}
      />
      <Tabs
        label="Gateways and transactions"
        tabs={tabs}
        value={tab}
        onChange={(id) => void navigate({ search: id === 'gateways' ? {} : { tab: id } })}
      >
        {tab === 'gateways' ? <GatewayTable /> : tab === 'transactions' ? <Transactions /> : <Comparisons />}
      </Tabs>
    </>
  )
}
