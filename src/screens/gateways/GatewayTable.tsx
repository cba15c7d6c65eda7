import { Link } from '@tanstack/react-router'
import type { GatewayRecord } from '../../../contract/extensions/gateways'
import { Badge } from '../../components/base/Badge'
import { formatCount, formatPrice, formatZoned } from '../../components/base/format'
import { columnsOf } from '../../components/table/columns'
import { DataTable } from '../../components/table/DataTable'
import { useApp, useMarked, useSession } from '../../app/context'
import { readGatewayRecords } from '../../data/resources/gateways'
import { useRecordList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'
import { gatewayActions } from './actions'
import { differencesText } from './Differences'

const { text, shown, moment } = columnsOf<GatewayRecord>()
const fixed = { sortable: false }

const kinds: Readonly<Record<GatewayRecord['kind'], string>> = { sandbox: 'Sandbox', stripe: 'Stripe' }

/** Whether the cap of the month is reached, so that nothing more is charged. */
const isCapped = ({ monthlyCap, chargedThisMonth }: GatewayRecord) =>
  typeof monthlyCap === 'number' && (chargedThisMonth ?? 0) >= monthlyCap

function State(gateway: GatewayRecord) {
  if (gateway.state === 'disabled') return <Badge mark="dot">Disabled</Badge>
  if (isCapped(gateway)) {
    return (
      <Badge tone="amber" mark="dot">
        Cap reached
      </Badge>
    )
  }
  return (
    <Badge tone="green" mark="dot">
      Enabled
    </Badge>
  )
}

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
  text('displayName', 'Name', fixed),
  shown('kind', 'Kind', ({ kind }: GatewayRecord) => kinds[kind], { ...fixed, card: {} }),
  shown('state', 'State', State, { ...fixed, card: {} }),
  shown(
    'chargesToday',
    'Charges today',
    ({ chargesToday, chargedToday, currency }: GatewayRecord) =>
      chargesToday ? `${formatCount(chargesToday)} · ${formatPrice(chargedToday, currency)}` : '0',
    { ...fixed, align: 'end', card: { before: 'Charges today' } },
  ),
  shown(
    'approvalRate',
    'Approval rate (30 days)',
    ({ approvalRate }: GatewayRecord) => (typeof approvalRate === 'number' ? `${approvalRate.toFixed(1)} %` : '-'),
    { ...fixed, align: 'end', card: { before: 'Approval rate' } },
  ),
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
  return <DataTable label="Gateways" columns={columns} {...shownList} marked={marked} rowActions={rowActions} />
}
