import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { FlowRef } from '../../../machines/flows'
import { PageButtons, PageMenu } from '../../components/actions/PageMenu'
import { buttonStyle } from '../../components/base/Button'
import { ViewDialog } from '../../components/overlay/ViewDialog'
import { RecordColumns } from '../../components/record/RecordColumns'
import { RecordPanel } from '../../components/record/RecordPanel'
import { ResourceRecord } from '../../components/record/ResourceRecord'
import { useApp } from '../../app/context'
import { readRecord } from '../../data/resources/records'
import RecordTimeline from '../audit/RecordTimeline'
import { gatewayPageActions } from './actions'
import { GatewaySetUp, GatewayUse } from './GatewayFacts'
import { GatewayReconciliation } from './GatewayReconciliation'
import { GatewayState } from './GatewayState'
import { GatewayTransactions } from './GatewayTransactions'

const toList = (
  <Link to="/gateways" className={buttonStyle({ variant: 'outline' })}>
    Go to gateways
  </Link>
)

/** A gateway's page over its list, which the address carries (GW-01, GE-14). */
export default function GatewayViewDialog({ flow }: { flow: FlowRef<'gatewayView'> }) {
  const gatewayInstanceId = useSelector(flow, (state) => state.context.gatewayInstanceId)
  const { api } = useApp()
  return (
    <ViewDialog flow={flow} title="Gateway" size="page">
      <ResourceRecord
        key={gatewayInstanceId}
        id={gatewayInstanceId}
        resource="gateways"
        read={readRecord(api, 'gateways', gatewayInstanceId)}
        failure="Error fetching gateway"
        noun="gateway"
        toList={toList}
      >
        {(gateway) => (
          <RecordPanel
            title={gateway.displayName}
            within="Gateways"
            badge={<GatewayState gateway={gateway} />}
            actions={
              <>
                <PageButtons actions={gatewayPageActions.buttons} record={gateway} />
                <PageMenu actions={gatewayPageActions.menu} record={gateway} />
              </>
            }
          >
            <RecordColumns summary={<GatewayUse gateway={gateway} />} side={<GatewaySetUp gateway={gateway} />}>
              <GatewayTransactions gatewayInstanceId={gateway.id} />
              <GatewayReconciliation gatewayInstanceId={gateway.id} />
              <RecordTimeline resource="gateways" recordId={gateway.id} />
            </RecordColumns>
          </RecordPanel>
        )}
      </ResourceRecord>
    </ViewDialog>
  )
}
