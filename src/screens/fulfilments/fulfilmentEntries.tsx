import Ban from 'lucide-react/icons/ban'
import Barcode from 'lucide-react/icons/barcode'
import PackageCheck from 'lucide-react/icons/package-check'
import Printer from 'lucide-react/icons/printer'
import Scissors from 'lucide-react/icons/scissors'
import Truck from 'lucide-react/icons/truck'
import { type FulfilmentStep, fulfilmentSteps } from '../../../contract/extensions/fulfilments'
import type { Fulfilment } from '../../../contract/fulfilments'
import { type Action, whyForbidden } from '../../../contract/permissions'
import { fulfilmentLife, type OrderState } from '../../../machines/lives/fulfilmentLife'
import { whyNot } from '../../../machines/lives/life'
import type { MenuEntry } from '../../components/base/menuEntry'

type State = Parameters<typeof whyNot<typeof fulfilmentLife>>[1]
type Event = Parameters<typeof whyNot<typeof fulfilmentLife>>[2]

const isState = (status: string | null | undefined): status is State =>
  typeof status === 'string' && status in fulfilmentLife.states
const orders: ReadonlySet<string> = new Set(['open', 'completed', 'cancelled', 'expired'])
const isOrder = (status: string | null | undefined): status is OrderState =>
  typeof status === 'string' && orders.has(status)

/** Why something can't happen to the parcel now (GE-05). A state that only another backend knows is judged by that backend. */
function whyNotDone(
  { status, orderStatus }: Fulfilment,
  action: Action,
  eventOf: (order: OrderState) => Event,
): string | undefined {
  const event = eventOf(isOrder(orderStatus) ? orderStatus : 'open')
  return whyForbidden('agent', action) ?? (isState(status) ? whyNot(fulfilmentLife, status, event) : undefined)
}

/** Whether the entry of a parcel's menu is a step of its life. */
export const isFulfilmentStep = (entry: string): entry is FulfilmentStep =>
  fulfilmentSteps.some((step) => step === entry)

export const whyNotAssigned = (fulfilment: Fulfilment) =>
  whyNotDone(fulfilment, 'fulfilments.assign', (order) => ({
    type: 'assign',
    order,
    carrier: null,
    trackingNumber: '',
  }))

export const whyNotTaken = (fulfilment: Fulfilment, step: FulfilmentStep) =>
  whyNotDone(fulfilment, `fulfilments.${step}`, (order) => (step === 'ship' ? { type: step, order } : { type: step }))

const whyNotSplit = (fulfilment: Fulfilment) =>
  whyNotDone(fulfilment, 'fulfilments.split', (order) => ({
    type: 'split',
    order,
    units: 1,
    held: fulfilment.units ?? 0,
  }))

const assign = (fulfilment: Fulfilment): MenuEntry => ({
  id: 'assign',
  label: fulfilment.trackingNumber ? 'Change tracking number' : 'Assign tracking number',
  icon: <Barcode aria-hidden="true" />,
  reason: whyNotAssigned(fulfilment),
})

const steps = (fulfilment: Fulfilment): MenuEntry[] => [
  { id: 'ship', label: 'Mark shipped', icon: <Truck aria-hidden="true" />, reason: whyNotTaken(fulfilment, 'ship') },
  {
    id: 'deliver',
    label: 'Mark delivered',
    icon: <PackageCheck aria-hidden="true" />,
    reason: whyNotTaken(fulfilment, 'deliver'),
  },
]

const rest = (fulfilment: Fulfilment): MenuEntry[] => [
  { id: 'packing', label: 'Packing list', icon: <Printer aria-hidden="true" /> },
  {
    id: 'cancel',
    label: 'Cancel parcel',
    icon: <Ban aria-hidden="true" />,
    danger: true,
    reason: whyNotTaken(fulfilment, 'cancel'),
  },
]

/** What can be done with a parcel, in the menu of its row. */
export const fulfilmentEntries = (fulfilment: Fulfilment): readonly MenuEntry[] => [
  assign(fulfilment),
  ...steps(fulfilment),
  ...rest(fulfilment),
]

/** The same on the page of its order, where what is in it is known. */
export const orderFulfilmentEntries = (fulfilment: Fulfilment): readonly MenuEntry[] => [
  assign(fulfilment),
  ...steps(fulfilment),
  { id: 'split', label: 'Split', icon: <Scissors aria-hidden="true" />, reason: whyNotSplit(fulfilment) },
  ...rest(fulfilment),
]
