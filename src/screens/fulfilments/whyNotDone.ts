import type { AskedStep } from '../../../contract/extensions/fulfilments'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { PackLine } from '../../../contract/forms/fulfilments'
import type { Fulfilment } from '../../../contract/fulfilments'
import { fulfilmentLife, type OrderState } from '../../../machines/lives/fulfilmentLife'
import { whyNot } from '../../../machines/lives/life'

type State = Parameters<typeof whyNot<typeof fulfilmentLife>>[1]
type Event = Parameters<typeof whyNot<typeof fulfilmentLife>>[2]

const isState = (status: string | null | undefined): status is State =>
  typeof status === 'string' && status in fulfilmentLife.states
const orders: ReadonlySet<string> = new Set(['open', 'completed', 'cancelled', 'expired'])
const orderOf = (status: string | null | undefined): OrderState =>
  // The set has the states of the type, which TypeScript does not follow.
  typeof status === 'string' && orders.has(status) ? (status as OrderState) : 'open'

/** Why something can't happen to the parcel now (GE-05). A state that only another backend knows is judged by that backend. */
const whyNotDone = ({ status, orderStatus }: Fulfilment, eventOf: (order: OrderState) => Event): string | undefined =>
  isState(status) ? whyNot(fulfilmentLife, status, eventOf(orderOf(orderStatus))) : undefined

export const whyNotAssigned = (fulfilment: Fulfilment) =>
  whyNotDone(fulfilment, (order) => ({ type: 'assign', order, carrier: null, trackingNumber: '' }))

export const whyNotTaken = (fulfilment: Fulfilment, step: AskedStep) =>
  whyNotDone(fulfilment, (order) =>
    step === 'ship'
      ? { type: step, order }
      : step === 'unassign'
        ? { type: step, before: fulfilment.trackingNumber || null }
        : { type: step },
  )

export const whyNotSplit = (fulfilment: Fulfilment) =>
  whyNotDone(fulfilment, (order) => ({ type: 'split', order, units: 1, held: fulfilment.units ?? 0 }))

/** Why the order gets no other parcel now, of which these lines are left. */
export function whyNotPacked({ status }: OrderRecord, lines: readonly PackLine[]): string | undefined {
  const unpacked = lines.reduce((sum, { most }) => sum + most, 0)
  return whyNot(fulfilmentLife, 'planned', { type: 'pack', order: orderOf(status), units: unpacked, unpacked })
}
