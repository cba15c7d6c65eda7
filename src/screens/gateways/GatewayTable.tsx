import { Link } from '@tanstack/react-router'
import ListChecks from 'lucide-react/icons/list-checks'
import Pencil from 'lucide-react/icons/pencil'
import Power from 'lucide-react/icons/power'
import Scale from 'lucide-react/icons/scale'
import { useMemo } from 'react'
import type { GatewayRecord } from '../../../contract/extensions/gateways'
import { Badge } from '../../components/base/Badge'
import { formatCount, formatPrice, formatZoned } from '../../components/base/format'
import type { MenuEntry } from '../../components/base/menuEntry'
import { columnsOf } from '../../components/table/columns'
import { DataTable } from '../../components/table/DataTable'
import type { RowActions } from '../../components/table/tableColumns'
import { useApp, useMarked, useSession, useWorkspace } from '../../app/context'
import { readGatewayRecords } from '../../data/resources/gateways'
import { useRecordList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'
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

const entriesOf = ({ state }: GatewayRecord): readonly MenuEntry[] => [
  { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden="true" /> },
  { id: 'rehearse', label: 'Rehearse', icon: <ListChecks aria-hidden="true" /> },
  { id: 'reconcile', label: 'Reconcile', icon: <Scale aria-hidden="true" /> },
  { id: 'switch', label: state === 'enabled' ? 'Disable' : 'Enable', icon: <Power aria-hidden="true" /> },
]

/** The gateways of the organization with their figures (GW-01). */
export function GatewayTable() {
  const { api } = useApp()
  const workspace = useWorkspace()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useRecordList('gateways', readGatewayRecords(api, organizationId))
  const shownList = useShownList('gateways', list, () => 'Error fetching gateways')
  const marked = useMarked()
  const rowActions = useMemo(
    (): RowActions<GatewayRecord> => ({
      label: ({ displayName }) => `Actions for ${displayName}`,
      items: entriesOf,
      onSelect: (chosen, gateway) => {
        if (chosen === 'edit') workspace.send({ type: 'open.gatewayEdit', input: { gatewayInstanceId: gateway.id } })
        if (chosen === 'rehearse') workspace.send({ type: 'open.gatewayRehearse', input: { gateway } })
        if (chosen === 'reconcile') workspace.send({ type: 'open.gatewayReconcile', input: { gateway } })
        if (chosen === 'switch') workspace.send({ type: 'open.gatewaySwitch', input: { gateway } })
      },
    }),
    [workspace],
  )
  return <DataTable label="Gateways" columns={columns} {...shownList} marked={marked} rowActions={rowActions} />
}
