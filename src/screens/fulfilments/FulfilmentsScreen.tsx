import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { carrierNames } from '../../../contract/carriers'
import { type FulfilmentStep, maxFulfilmentsAtOnce } from '../../../contract/extensions/fulfilments'
import { fulfilmentList } from '../../../contract/lists/fulfilments'
import { type Fulfilment, fulfilmentName } from '../../../contract/fulfilments'
import { Button } from '../../components/base/Button'
import { formatCount } from '../../components/base/format'
import { PageHeader } from '../../components/base/PageHeader'
import { columnsOf, listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useWorkspace } from '../../app/context'
import { OrderStatus } from '../orders/orderStatus'
import { ChosenContext, useChosen } from './chosenFulfilments'
import { isFulfilmentStep, fulfilmentEntries, whyNotTaken } from './fulfilmentEntries'
import { TrackingCell } from './TrackingCell'
import { TrackingLink } from './TrackingLink'

const route = getRouteApi('/_signedIn/fulfilments/')
const column = listColumns(fulfilmentList)
const { shown } = columnsOf<Fulfilment>()

const number = ({ orderNumber, id }: Fulfilment) =>
  orderNumber === null || orderNumber === undefined || orderNumber === '' ? id : `#${orderNumber}`

const status = column('status', { cell: ({ status: is }) => <OrderStatus status={is} />, card: {} })

const plainColumns = [
  column('orderNumber', { cell: number }),
  column('customerName', { card: {} }),
  column('carrier', { card: {} }),
  column('trackingNumber', { cell: (parcel) => <TrackingLink parcel={parcel} />, card: {} }),
  status,
  column('shippedAt'),
]

/** With what only a backend of all calls can show and do. */
const columns = [
  column('orderNumber', {
    cell: (parcel) =>
      parcel.orderId ? (
        <Link to="/orders/$orderId" params={{ orderId: parcel.orderId }}>
          {number(parcel)}
        </Link>
      ) : (
        number(parcel)
      ),
  }),
  shown('chosen', 'Chosen', (parcel: Fulfilment) => <Choice parcel={parcel} />, {
    sortable: false,
    card: { before: 'Chosen' },
  }),
  column('customerName', { size: 160, card: {} }),
  column('items', { size: 200, card: {} }),
  column('carrier', { card: {} }),
  column('trackingNumber', { cell: (parcel) => <TrackingCell parcel={parcel} />, card: {} }),
  status,
  column('orderedAt', { precision: 'day' }),
  column('shippedAt', { precision: 'day' }),
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

const carrier = carrierNames.map((name) => ({ value: name, label: name }))
const filters = listFilters(fulfilmentList, { carrier })
const plainFilters = listFilters(fulfilmentList, { carrier }, false)

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
    (parcel: Fulfilment) =>
      setChosen((before) => {
        const next = new Map(before)
        if (!next.delete(parcel.id)) next.set(parcel.id, parcel)
        return next
      }),
    [],
  )
  const print = useCallback(
    (parcels: readonly Fulfilment[]) =>
      void navigate({ to: '/fulfilments/packing', search: { ids: parcels.map(({ id }) => id).join(',') } }),
    [navigate],
  )
  const rowActions = useMemo(
    () => ({
      label: (parcel: Fulfilment) => `Actions for the ${fulfilmentName(parcel)}`,
      items: fulfilmentEntries,
      onSelect: (action: string, parcel: Fulfilment) => {
        if (action === 'assign') workspace.send({ type: 'open.trackingAssign', input: { parcel, isInPlace: false } })
        else if (isFulfilmentStep(action))
          workspace.send({ type: 'open.fulfilmentStep', input: { parcels: [parcel], step: action } })
        else print([parcel])
      },
    }),
    [workspace, print],
  )
  const all = [...chosen.values()]
  const chooseStep = (action: string, shown: readonly Fulfilment[]) => {
    if (action === 'none') setChosen(new Map())
    else if (action === 'all') setChosen(new Map([...chosen, ...byId(shown)]))
    else if (isFulfilmentStep(action)) {
      workspace.send({ type: 'open.fulfilmentStep', input: { parcels: all, step: action } })
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

const byId = (parcels: readonly Fulfilment[]) => parcels.map((parcel) => [parcel.id, parcel] as const)

/** What can be chosen, and done with all of the chosen ones together; the first that stands against it says why. */
function chosenEntries(parcels: readonly Fulfilment[], shown: readonly Fulfilment[]) {
  const all = { id: 'all', label: `Choose all ${formatCount(shown.length)} shown` }
  if (parcels.length === 0) return shown.length === 0 ? [] : [all]
  const tooMany = parcels.length > maxFulfilmentsAtOnce ? `At most ${maxFulfilmentsAtOnce} parcels at once.` : undefined
  const whyNotAll = (step: FulfilmentStep) => {
    const [first] = parcels.flatMap((parcel) => {
      const why = whyNotTaken(parcel, step)
      return why === undefined ? [] : [`${number(parcel)}: ${why}`]
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
