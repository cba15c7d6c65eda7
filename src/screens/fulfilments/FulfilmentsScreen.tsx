import { Link } from '@tanstack/react-router'
import { carrierNames } from '../../../contract/carriers'
import { fulfilmentList } from '../../../contract/lists/fulfilments'
import { type Fulfilment, fulfilmentName, maxFulfilmentsAtOnce } from '../../../contract/fulfilments'
import type { BulkActions } from '../../components/bulk/BulkMenu'
import { PageButtons } from '../../components/actions/PageMenu'
import { PageHeader } from '../../components/base/PageHeader'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp } from '../../app/context'
import { exporting } from '../listExports/exporting'
import { OrderStatus } from '../orders/orderStatus'
import { fulfilmentActions, fulfilmentJobs, fulfilmentListActions } from './actions'
import { TrackingCell } from './TrackingCell'
import { TrackingLink } from './TrackingLink'

const column = listColumns(fulfilmentList)

const number = ({ orderNumber, id }: Fulfilment) =>
  orderNumber === null || orderNumber === undefined || orderNumber === '' ? id : `#${orderNumber}`

const status = column('status', { cell: ({ status: is }) => <OrderStatus status={is} />, card: {} })

const plainColumns = [
  column('orderNumber', { cell: number }),
  column('customerName', { card: {} }),
  column('carrier', { card: {} }),
  column('trackingNumber', { cell: (fulfilment) => <TrackingLink fulfilment={fulfilment} />, card: {} }),
  status,
  column('shippedAt'),
]

/** With what only a backend of all calls can show and do. */
const columns = [
  column('orderNumber', {
    cell: (fulfilment) =>
      fulfilment.orderId ? (
        <Link to="/orders/$orderId" params={{ orderId: fulfilment.orderId }}>
          {number(fulfilment)}
        </Link>
      ) : (
        number(fulfilment)
      ),
  }),
  column('customerName', { size: 160, card: {} }),
  column('items', { size: 200, card: {} }),
  column('carrier', { card: {} }),
  column('trackingNumber', { cell: (fulfilment) => <TrackingCell fulfilment={fulfilment} />, card: {} }),
  status,
  column('orderedAt', { precision: 'day' }),
  column('shippedAt', { precision: 'day' }),
]

const carrier = carrierNames.map((name) => ({ value: name, label: name }))
const filters = listFilters(fulfilmentList, { carrier })
const plainFilters = listFilters(fulfilmentList, { carrier }, false)

const rowActions = {
  label: (fulfilment: Fulfilment) => `Actions for the ${fulfilmentName(fulfilment)}`,
  actions: fulfilmentActions,
}
const toolbar = exporting(fulfilmentList)
const bulk: BulkActions<Fulfilment> = {
  list: fulfilmentList,
  actions: fulfilmentActions,
  jobs: fulfilmentJobs,
  nameOf: number,
  most: { count: maxFulfilmentsAtOnce, why: `At most ${maxFulfilmentsAtOnce} parcels at once.` },
  label: (fulfilment) => `Choose the ${fulfilmentName(fulfilment)}`,
}

/** Every parcel of the organization (FU-01). A backend of the twenty calls has the list alone. */
export default function FulfilmentsScreen() {
  const { extensions } = useApp().config
  return extensions ? (
    <AllFulfilments />
  ) : (
    <>
      <PageHeader title="Fulfilments" />
      <ResourceTable
        resource="fulfillments"
        label="Fulfilments"
        columns={plainColumns}
        failure="Error fetching fulfilments"
        filters={plainFilters}
      />
    </>
  )
}

function AllFulfilments() {
  return (
    <>
      <PageHeader title="Fulfilments" actions={<PageButtons actions={fulfilmentListActions} record={null} />} />
      <ResourceTable
        resource="fulfillments"
        label="Fulfilments"
        columns={columns}
        failure="Error fetching fulfilments"
        filters={filters}
        rowActions={rowActions}
        toolbar={toolbar}
        bulk={bulk}
      />
    </>
  )
}
