import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { carrierNames } from '../../../contract/carriers'
import { type FulfilmentStep, maxFulfilmentsAtOnce } from '../../../contract/extensions/fulfilments'
import { type Fulfilment, fulfilmentName } from '../../../contract/fulfilments'
import { Button } from '../../components/base/Button'
import { formatCount } from '../../components/base/format'
import { PageHeader } from '../../components/base/PageHeader'
import { columnsOf } from '../../components/table/columns'
import { dayFilter } from '../../components/table/ranges'
import { ResourceTable } from '../../components/table/ResourceTable'
import type { Filter } from '../../components/table/tableColumns'
import { useApp, useWorkspace } from '../../app/context'
import { OrderStatus, statusOptions } from '../orders/orderStatus'
import { ChosenContext, useChosen } from './chosenFulfilments'
import { isFulfilmentStep, fulfilmentEntries, whyNotTaken } from './fulfilmentEntries'
import { TrackingCell } from './TrackingCell'
import { TrackingLink } from './TrackingLink'

const route = getRouteApi('/_signedIn/fulfilments/')
const { text, shown, moment, dayOf } = columnsOf<Fulfilment>()

const number = ({ orderNumber, id }: Fulfilment) =>
  orderNumber === null || orderNumber === undefined || orderNumber === '' ? id : `#${orderNumber}`

const plainColumns = [
  shown('orderNumber', 'Order', number),
  text('customerName', 'Customer', { card: {} }),
  text('carrier', 'Carrier', { card: {} }),
  shown('trackingNumber', 'Tracking number', (fulfilment) => <TrackingLink fulfilment={fulfilment} />, { card: {} }),
  shown('status', 'Status', ({ status }) => <OrderStatus status={status} />, { card: {} }),
  moment('shippedAt', 'Shipped'),
]

/** With what only a backend of all calls can show and do. */
const columns = [
  shown('orderNumber', 'Order', (fulfilment: Fulfilment) =>
    fulfilment.orderId ? (
      <Link to="/orders/$orderId" params={{ orderId: fulfilment.orderId }}>
        {number(fulfilment)}
      </Link>
    ) : (
      number(fulfilment)
    ),
  ),
  shown('chosen', 'Chosen', (fulfilment: Fulfilment) => <Choice fulfilment={fulfilment} />, {
    sortable: false,
    card: { before: 'Chosen' },
  }),
  text('customerName', 'Customer', { size: 160, card: {} }),
  text('items', 'Items', { size: 200, sortable: false, card: {} }),
  text('carrier', 'Carrier', { card: {} }),
  shown('trackingNumber', 'Tracking number', (fulfilment: Fulfilment) => <TrackingCell fulfilment={fulfilment} />, {
    card: {},
  }),
  shown('status', 'Status', ({ status }: Fulfilment) => <OrderStatus status={status} />, { card: {} }),
  dayOf('orderedAt', 'Ordered'),
  dayOf('shippedAt', 'Shipped'),
]

function Choice({ fulfilment }: { fulfilment: Fulfilment }) {
  const { chosen, toggle } = useChosen()
  return (
    <input
      type="checkbox"
      aria-label={`Choose the ${fulfilmentName(fulfilment)}`}
      checked={chosen.has(fulfilment.id)}
      onChange={() => toggle(fulfilment)}
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
  const navigate = route.useNavigate()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Fulfilment>>(new Map())
  const toggle = useCallback(
    (fulfilment: Fulfilment) =>
      setChosen((before) => {
        const next = new Map(before)
        if (!next.delete(fulfilment.id)) next.set(fulfilment.id, fulfilment)
        return next
      }),
    [],
  )
  const print = useCallback(
    (fulfilments: readonly Fulfilment[]) =>
      void navigate({ to: '/fulfilments/packing', search: { ids: fulfilments.map(({ id }) => id).join(',') } }),
    [navigate],
  )
  const rowActions = useMemo(
    () => ({
      label: (fulfilment: Fulfilment) => `Actions for the ${fulfilmentName(fulfilment)}`,
      items: fulfilmentEntries,
      onSelect: (action: string, fulfilment: Fulfilment) => {
        if (action === 'assign')
          workspace.send({ type: 'open.trackingAssign', input: { fulfilment, isInPlace: false } })
        else if (isFulfilmentStep(action))
          workspace.send({ type: 'open.fulfilmentStep', input: { fulfilments: [fulfilment], step: action } })
        else print([fulfilment])
      },
    }),
    [workspace, print],
  )
  const all = [...chosen.values()]
  const chooseStep = (action: string, shown: readonly Fulfilment[]) => {
    if (action === 'none') setChosen(new Map())
    else if (action === 'all') setChosen(new Map([...chosen, ...byId(shown)]))
    else if (isFulfilmentStep(action)) {
      workspace.send({ type: 'open.fulfilmentStep', input: { fulfilments: all, step: action } })
      // What becomes of them is another state than they were chosen in.
      setChosen(new Map())
    } else print(all)
  }
  const context = useMemo(() => ({ chosen, toggle }), [chosen, toggle])
  return (
    <ChosenContext value={context}>
      <PageHeader
        title="Fulfilments"
        actions={
          <>
            <Button onClick={() => workspace.send({ type: 'open.sheetImport', input: { resource: 'fulfilments' } })}>
              Paste tracking
            </Button>
            <Button variant="solid" onClick={() => workspace.send({ type: 'open.trackingScan', input: {} })}>
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
        listActions={{
          label: all.length === 0 ? 'Choose' : `${formatCount(all.length)} chosen`,
          items: (shown) => chosenEntries(all, shown),
          onSelect: chooseStep,
        }}
      />
    </ChosenContext>
  )
}

const byId = (fulfilments: readonly Fulfilment[]) =>
  fulfilments.map((fulfilment) => [fulfilment.id, fulfilment] as const)

/** What can be chosen, and done with all of the chosen ones together; the first that stands against it says why. */
function chosenEntries(fulfilments: readonly Fulfilment[], shown: readonly Fulfilment[]) {
  const all = { id: 'all', label: `Choose all ${formatCount(shown.length)} shown` }
  if (fulfilments.length === 0) return shown.length === 0 ? [] : [all]
  const tooMany =
    fulfilments.length > maxFulfilmentsAtOnce ? `At most ${maxFulfilmentsAtOnce} parcels at once.` : undefined
  const whyNotAll = (step: FulfilmentStep) => {
    const [first] = fulfilments.flatMap((fulfilment) => {
      const why = whyNotTaken(fulfilment, step)
      return why === undefined ? [] : [`${number(fulfilment)}: ${why}`]
    })
    return tooMany ?? first
  }
  return [
    { id: 'ship', label: 'Mark shipped', reason: whyNotAll('ship') },
    { id: 'deliver', label: 'Mark delivered', reason: whyNotAll('deliver') },
    { id: 'packing', label: 'Packing list', reason: tooMany },
    { ...all, separated: true },
    { id: 'none', label: 'Choose none' },
  ]
}
