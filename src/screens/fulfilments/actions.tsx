import Ban from 'lucide-react/icons/ban'
import Barcode from 'lucide-react/icons/barcode'
import PackageCheck from 'lucide-react/icons/package-check'
import Printer from 'lucide-react/icons/printer'
import Scissors from 'lucide-react/icons/scissors'
import Undo2 from 'lucide-react/icons/undo-2'
import Truck from 'lucide-react/icons/truck'
import type { AskedStep } from '../../../contract/extensions/fulfilments'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { PackLine } from '../../../contract/forms/fulfilments'
import type { Fulfilment, PackedFulfilment } from '../../../contract/fulfilments'
import type { RecordAction, WriteAction } from '../../components/actions/recordAction'
import { whyNotAssigned, whyNotPacked, whyNotSplit, whyNotTaken } from './whyNotDone'
import { withMany } from '../bulkJobs/manyActions'

const assign: WriteAction<Fulfilment> = {
  action: 'fulfilments.assign',
  label: ({ trackingNumber }) => (trackingNumber ? 'Change tracking number' : 'Assign tracking number'),
  icon: <Barcode aria-hidden="true" />,
  whyNot: whyNotAssigned,
  open: (fulfilment, { open }) =>
    open({
      type: 'open.trackingAssign',
      recordId: fulfilment.id,
      input: { fulfilment, isInPlace: false },
    }),
}

/** The same where the number stands in the list, while there is none (FU-02). */
export const assignInPlace: WriteAction<Fulfilment> = {
  ...assign,
  label: 'Assign',
  open: (fulfilment, { open }) =>
    open({ type: 'open.trackingAssign', recordId: fulfilment.id, input: { fulfilment, isInPlace: true } }),
}

/** What is begun in the list of all parcels (FU-02). */
export const fulfilmentListActions: readonly WriteAction<null>[] = [
  {
    action: 'sheetImports.create',
    label: 'Paste tracking',
    open: (_, { open }) =>
      open({ type: 'open.sheetImport', recordId: 'fulfilments', input: { resource: 'fulfilments' } }),
  },
  {
    action: 'fulfilments.scan',
    label: 'Scan',
    primary: true,
    open: (_, { open }) => open({ type: 'open.trackingScan', recordId: undefined, input: {} }),
  },
]

/** A step of its life, which the dialog asks about. */
const taking = (step: AskedStep): Pick<WriteAction<Fulfilment>, 'action' | 'whyNot' | 'open'> => ({
  action: `fulfilments.${step}`,
  whyNot: (fulfilment) => whyNotTaken(fulfilment, step),
  open: (fulfilment, { open }) =>
    open({ type: 'open.fulfilmentStep', recordId: fulfilment.id, input: { fulfilment, step } }),
})

const ship = { ...taking('ship'), label: 'Mark shipped', icon: <Truck aria-hidden="true" /> }
const deliver = { ...taking('deliver'), label: 'Mark delivered', icon: <PackageCheck aria-hidden="true" /> }
const unassign: WriteAction<Fulfilment> = {
  ...taking('unassign'),
  label: 'Take back number',
  icon: <Undo2 aria-hidden="true" />,
  isFor: ({ trackingNumber }) => Boolean(trackingNumber),
}
const cancel = { ...taking('cancel'), label: 'Cancel parcel', icon: <Ban aria-hidden="true" />, danger: true }

const print = (fulfilments: readonly Fulfilment[]) =>
  ({ to: '/fulfilments/packing', search: { ids: fulfilments.map(({ id }) => id).join(',') } }) as const

const splitLines = ({ contents }: Fulfilment): PackLine[] =>
  (contents ?? []).map(({ orderItemId, name, quantity }) => ({ orderItemId, name, most: quantity, quantity: '' }))

/** Takes some pieces of a parcel into one of their own, in the list or on the page of its order (FU-03, FU-04). */
const splitting = (order?: OrderRecord): WriteAction<Fulfilment> => ({
  action: 'fulfilments.split',
  label: 'Split',
  icon: <Scissors aria-hidden="true" />,
  whyNot: whyNotSplit,
  open: (fulfilment, { open }) =>
    open({
      type: 'open.fulfilmentPack',
      recordId: fulfilment.id,
      input: {
        order: order ?? { id: fulfilment.orderId ?? '', number: fulfilment.orderNumber },
        fulfilmentId: fulfilment.id,
        isInList: order === undefined,
        lines: splitLines(fulfilment),
      },
    }),
})

/** What can be done with a parcel in the list of all (FU-02). */
export const fulfilmentActions: readonly RecordAction<Fulfilment>[] = [
  assign,
  unassign,
  ship,
  deliver,
  splitting(),
  {
    reads: true,
    label: 'Packing list',
    icon: <Printer aria-hidden="true" />,
    open: (fulfilment, { navigate }) => void navigate(print([fulfilment])),
    many: { open: (fulfilments, { navigate }) => void navigate(print(fulfilments)), keepsChoice: true },
  },
  cancel,
]

/** What is done with many of them at once (FU-02). */
export const fulfilmentJobs = [
  withMany('fulfilments.ship', 'fulfilments.ship', 'Mark shipped'),
  withMany('fulfilments.deliver', 'fulfilments.deliver', 'Mark delivered'),
]

/** What of the order is in no parcel, all of it chosen at first. */
function unpackedLines({ items, fulfilments }: OrderRecord): PackLine[] {
  const packed = fulfilments.filter(({ status }) => status !== 'cancelled').flatMap(({ contents }) => contents)
  return items.flatMap(({ id, name, quantity, quantityPerOrder }) => {
    const inFulfilments = packed.reduce((sum, one) => (one.orderItemId === id ? sum + one.quantity : sum), 0)
    const most = (quantity ?? 0) * (quantityPerOrder ?? 1) - inFulfilments
    return id && most > 0 ? [{ orderItemId: id, name: name ?? id, most, quantity: `${most}` }] : []
  })
}

/** Packs what is left of an order into one more parcel (FU-03). */
export const packFulfilment: WriteAction<OrderRecord> = {
  action: 'fulfilments.pack',
  label: 'Add fulfilment',
  whyNot: (order) => whyNotPacked(order, unpackedLines(order)),
  open: (order, { open }) =>
    open({ type: 'open.fulfilmentPack', recordId: order.id, input: { order, lines: unpackedLines(order) } }),
}

/** The same on the page of its order, where what is in it is known (FU-03); the order is read again afterwards. */
export const fulfilmentActionsOf = (order: OrderRecord): readonly WriteAction<PackedFulfilment>[] => [
  {
    ...assign,
    open: (fulfilment, { open }) =>
      open({ type: 'open.trackingAssign', recordId: fulfilment.id, input: { fulfilment, isInPlace: false, order } }),
  },
  takenWith(order, unassign, 'unassign'),
  takenWith(order, ship, 'ship'),
  takenWith(order, deliver, 'deliver'),
  splitting(order),
  takenWith(order, cancel, 'cancel'),
]

const takenWith = (
  order: OrderRecord,
  action: WriteAction<Fulfilment>,
  step: AskedStep,
): WriteAction<PackedFulfilment> => ({
  ...action,
  open: (fulfilment, { open }) =>
    open({ type: 'open.fulfilmentStep', recordId: fulfilment.id, input: { fulfilment, step, order } }),
})
