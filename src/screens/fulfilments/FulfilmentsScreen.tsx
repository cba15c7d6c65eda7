import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { carrierNames } from '../../../contract/carriers'
import { maxFulfilmentsAtOnce } from '../../../contract/extensions/fulfilments'
import { type Fulfilment, fulfilmentName } from '../../../contract/fulfilments'
import { Button } from '../../components/base/Button'
import { PageHeader } from '../../components/base/PageHeader'
import { columnsOf } from '../../components/table/columns'
import { dayFilter } from '../../components/table/ranges'
import { ResourceTable } from '../../components/table/ResourceTable'
import type { Filter } from '../../components/table/tableColumns'
import { useApp, useWorkspace } from '../../app/context'
import { OrderStatus, statusOptions } from '../orders/orderStatus'
import { fulfilmentActions } from './actions'
import { ChosenContext, useChosen } from './chosenFulfilments'
import { TrackingCell } from './TrackingCell'
import { TrackingLink } from './TrackingLink'

const { text, shown, moment, dayOf } = columnsOf<Fulfilment>()

const number = ({ orderNumber, id }: Fulfilment) =>
  orderNumber === null || orderNumber === undefined || orderNumber === '' ? id : `#${orderNumber}`

const plainColumns = [
  shown('orderNumber', 'Order', number),
  text('customerName', 'Customer', { card: {} }),
  text('carrier', 'Carrier', { card: {} }),
  shown('trackingNumber', 'Tracking number', (parcel) => <TrackingLink parcel={parcel} />, { card: {} }),
  shown('status', 'Status', ({ status }) => <OrderStatus status={status} />, { card: {} }),
  moment('shippedAt', 'Shipped'),
]

/** With what only a backend of all calls can show and do. */
const columns = [
  shown('orderNumber', 'Order', (parcel: Fulfilment) =>
    parcel.orderId ? (
      <Link to="/orders/$orderId" params={{ orderId: parcel.orderId }}>
        {number(parcel)}
      </Link>
    ) : (
      number(parcel)
    ),
  ),
  shown('chosen', 'Chosen', (parcel: Fulfilment) => <Choice parcel={parcel} />, {
    sortable: false,
    card: { before: 'Chosen' },
  }),
  text('customerName', 'Customer', { size: 160, card: {} }),
  text('items', 'Items', { size: 200, sortable: false, card: {} }),
  text('carrier', 'Carrier', { card: {} }),
  shown('trackingNumber', 'Tracking number', (parcel: Fulfilment) => <TrackingCell parcel={parcel} />, { card: {} }),
  shown('status', 'Status', ({ status }: Fulfilment) => <OrderStatus status={status} />, { card: {} }),
  dayOf('orderedAt', 'Ordered'),
  dayOf('shippedAt', 'Shipped'),
]

function Choice({ parcel }: { parcel: Fulfilment }) {
  const { chosen, toggle } = useChosen()
  return (
    <input
      type="checkbox"
      aria-label={`Choose the ${fulfilmentName(parcel)}`}
      checked={chosen.has(parcel.id)}
      onChange={() => toggle(parcel)}
    />
  )
}

const statusFilter = {
  name: 'status',
  label: 'Status',
  options: statusOptions('pending', 'shipped', 'delivered', 'cancelled'),
}
const filters: readonly Filter[] = [
  statusFilter,
  { name: 'carrier', label: 'Carrier', options: carrierNames.map((name) => ({ value: name, label: name })) },
  dayFilter('orderedFrom', 'Ordered from'),
  dayFilter('orderedTo', 'Ordered to'),
  dayFilter('shippedFrom', 'Shipped from'),
  dayFilter('shippedTo', 'Shipped to'),
]
const plainFilters = [statusFilter]

const rowActions = {
  label: (parcel: Fulfilment) => `Actions for the ${fulfilmentName(parcel)}`,
  actions: fulfilmentActions,
}
const mostAtOnce = { count: maxFulfilmentsAtOnce, why: `At most ${maxFulfilmentsAtOnce} parcels at once.` }

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
  const workspace = useWorkspace()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Fulfilment>>(new Map())
  const toggle = useCallback(
    (parcel: Fulfilment) =>
      setChosen((before) => {
        const next = new Map(before)
        if (!next.delete(parcel.id)) next.set(parcel.id, parcel)
        return next
      }),
    [],
  )
  const choose = (parcels: readonly Fulfilment[]) =>
    setChosen((before) => new Map([...before, ...parcels.map((parcel) => [parcel.id, parcel] as const)]))
  const context = useMemo(() => ({ chosen, toggle }), [chosen, toggle])
  return (
    <ChosenContext value={context}>
      <PageHeader
        title="Fulfilments"
        actions={
          <>
            <Button
              onClick={() =>
                workspace.send({
                  type: 'open.sheetImport',
                  recordId: 'fulfilments',
                  input: { resource: 'fulfilments' },
                })
              }
            >
              Paste tracking
            </Button>
            <Button
              variant="solid"
              onClick={() => workspace.send({ type: 'open.trackingScan', recordId: undefined, input: {} })}
            >
              Scan
            </Button>
          </>
        }
      />
      <ResourceTable
        resource="fulfillments"
        label="Fulfilments"
        columns={columns}
        failure="Error fetching fulfilments"
        filters={filters}
        rowActions={rowActions}
        bulk={{
          actions: fulfilmentActions,
          chosen: [...chosen.values()],
          nameOf: number,
          most: mostAtOnce,
          onChoose: choose,
          onChooseNone: () => setChosen(new Map()),
        }}
      />
    </ChosenContext>
  )
}
