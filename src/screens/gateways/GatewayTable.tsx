import { Link } from '@tanstack/react-router'
import type { GatewayRecord } from '../../../contract/extensions/gateways'
import { Badge } from '../../components/base/Badge'
import { formatZoned } from '../../components/base/format'
import { columnsOf } from '../../components/table/columns'
import { RowsTable } from '../../components/table/RowsTable'
import { useApp, useMarked, useSession } from '../../app/context'
import { readGatewayRecords } from '../../data/resources/gateways'
import { useRecordList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'
import { gatewayActions } from './actions'
import { differencesText } from './Differences'
import { approvalText, chargesText } from './gatewayFigures'
import { GatewayLink } from './GatewayLink'
import { gatewayKinds, GatewayState } from './GatewayState'

const { shown, moment } = columnsOf<GatewayRecord>()
const fixed = { sortable: false }

/** What the last comparison has left; the way to it (GW-04). */
function Books({ comparedAt, differencesCount }: GatewayRecord) {
  if (!comparedAt) return '-'
  const isFailed = typeof differencesCount !== 'number'
  const tone = isFailed ? 'red' : differencesCount === 0 ? 'green' : 'amber'
  return (
    <Link to="/gateways" search={{ tab: 'reconciliation' }} title={`Compared ${formatZoned(comparedAt)}`}>
      <Badge tone={tone} mark="dot">
        {isFailed ? 'Failed' : differencesCount === 0 ? 'To the cent' : differencesText(differencesCount)}
      </Badge>
    </Link>
  )
}

const columns = [
  shown('displayName', 'Name', ({ id, displayName }) => <GatewayLink id={id} name={displayName} />, fixed),
  shown('kind', 'Kind', ({ kind }) => gatewayKinds[kind], { ...fixed, card: {} }),
  shown('state', 'State', (gateway) => <GatewayState gateway={gateway} />, { ...fixed, card: {} }),
  shown('chargesToday', 'Charges today', chargesText, { ...fixed, align: 'end', card: { before: 'Charges today' } }),
  shown('approvalRate', 'Approval rate (30 days)', (gateway) => approvalText(gateway) ?? '-', {
    ...fixed,
    align: 'end',
    card: { before: 'Approval rate' },
  }),
  moment('lastUsedAt', 'Last used', { ...fixed, card: { before: 'Last used' } }),
  shown('comparedAt', 'Reconciliation', Books, { ...fixed, card: { before: 'Reconciliation' } }),
]

const rowActions = {
  label: ({ displayName }: GatewayRecord) => `Actions for ${displayName}`,
  actions: gatewayActions,
}

/** The gateways of the organization with their figures (GW-01). */
export function GatewayTable() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useRecordList('gateways', readGatewayRecords(api, organizationId))
  const shownList = useShownList('gateways', list, () => 'Error fetching gateways')
  const marked = useMarked()
  return <RowsTable label="Gateways" columns={columns} {...shownList} marked={marked} rowActions={rowActions} />
}
