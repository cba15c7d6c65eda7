import Ban from 'lucide-react/icons/ban'
import Barcode from 'lucide-react/icons/barcode'
import PackageCheck from 'lucide-react/icons/package-check'
import Printer from 'lucide-react/icons/printer'
import Scissors from 'lucide-react/icons/scissors'
import Truck from 'lucide-react/icons/truck'
import type { FulfilmentStep } from '../../../contract/extensions/fulfilments'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { PackLine } from '../../../contract/forms/fulfilments'
import type { Fulfilment, PackedFulfilment } from '../../../contract/fulfilments'
import type { RecordAction, WriteAction } from '../../components/actions/recordAction'
import { whyNotAssigned, whyNotSplit, whyNotTaken } from './whyNotDone'

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

/** A step of its life, which the dialog asks about; of several together each is of another order. */
const taking = (step: FulfilmentStep): Pick<WriteAction<Fulfilment>, 'action' | 'whyNot' | 'open'> => ({
  action: `fulfilments.${step}`,
  whyNot: (fulfilment) => whyNotTaken(fulfilment, step),
  open: (fulfilment, { open }) =>
    open({ type: 'open.fulfilmentStep', recordId: fulfilment.id, input: { fulfilments: [fulfilment], step } }),
})

const takingMany = (step: FulfilmentStep): NonNullable<WriteAction<Fulfilment>['many']> => ({
  open: (fulfilments, { open }) =>
    open({ type: 'open.fulfilmentStep', recordId: undefined, input: { fulfilments: [...fulfilments], step } }),
})

const ship = { ...taking('ship'), label: 'Mark shipped', icon: <Truck aria-hidden="true" /> }
const deliver = { ...taking('deliver'), label: 'Mark delivered', icon: <PackageCheck aria-hidden="true" /> }
const cancel = { ...taking('cancel'), label: 'Cancel parcel', icon: <Ban aria-hidden="true" />, danger: true }

const print = (fulfilments: readonly Fulfilment[]) =>
  ({ to: '/fulfilments/packing', search: { ids: fulfilments.map(({ id }) => id).join(',') } }) as const

/** What can be done with a parcel in the list of all (FU-02). */
export const fulfilmentActions: readonly RecordAction<Fulfilment>[] = [
  assign,
  { ...ship, many: takingMany('ship') },
  { ...deliver, many: takingMany('deliver') },
  {
    reads: true,
    label: 'Packing list',
    icon: <Printer aria-hidden="true" />,
    open: (fulfilment, { navigate }) => void navigate(print([fulfilment])),
    many: { open: (fulfilments, { navigate }) => void navigate(print(fulfilments)), keepsChoice: true },
  },
  cancel,
]

const splitLines = ({ contents }: PackedFulfilment): PackLine[] =>
  contents.map(({ orderItemId, name, quantity }) => ({ orderItemId, name, most: quantity, quantity: '' }))

/** The same on the page of its order, where what is in it is known (FU-03); the order is read again afterwards. */
export const fulfilmentActionsOf = (order: OrderRecord): readonly WriteAction<PackedFulfilment>[] => [
  {
    ...assign,
    open: (fulfilment, { open }) =>
      open({ type: 'open.trackingAssign', recordId: fulfilment.id, input: { fulfilment, isInPlace: false, order } }),
  },
  takenWith(order, ship, 'ship'),
  takenWith(order, deliver, 'deliver'),
  {
    action: 'fulfilments.split',
    label: 'Split',
    icon: <Scissors aria-hidden="true" />,
    whyNot: whyNotSplit,
    open: (fulfilment, { open }) =>
      open({
        type: 'open.fulfilmentPack',
        recordId: order.id,
        input: { order, fulfilmentId: fulfilment.id, lines: splitLines(fulfilment) },
      }),
  },
  takenWith(order, cancel, 'cancel'),
]

const takenWith = (
  order: OrderRecord,
  action: WriteAction<Fulfilment>,
  step: FulfilmentStep,
): WriteAction<PackedFulfilment> => ({
  ...action,
  open: (fulfilment, { open }) =>
    open({ type: 'open.fulfilmentStep', recordId: fulfilment.id, input: { fulfilments: [fulfilment], step, order } }),
})
