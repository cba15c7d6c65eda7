import { packForm, type PackLine, type PackValues } from '../../contract/forms/fulfilments'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FulfilmentOrder, fulfilmentChange } from './fulfilmentChange'

export interface FulfilmentPackInput extends FlowSurroundings {
  order: FulfilmentOrder
  /** The parcel that is split; without one, a new one is packed of what is in none. */
  fulfilmentId?: string | undefined
  /** Whether it is split in the list of all parcels, and not on the page of its order. */
  isInList?: boolean
  /** What there is to choose from. */
  lines: readonly PackLine[]
}

/** Choosing what goes into a parcel of its own: of what is in none, or out of another one (FU-03). */
export const fulfilmentPackMachine = formFlow({
  id: 'fulfilmentPack',
  form: packForm,
  values: ({ lines, fulfilmentId }: FulfilmentPackInput) => ({
    lines: [...lines],
    staysIn: fulfilmentId !== undefined,
  }),
  context: ({ order, fulfilmentId, isInList = false }) => ({ order, fulfilmentId, isInList }),
  actors: {
    packFulfilment: promiseActor<void, { orderId: string; fulfilmentId: string | undefined; values: PackValues }>(
      'packFulfilment',
    ),
  },
  submit: {
    state: 'packing',
    src: 'packFulfilment',
    input: ({ order, fulfilmentId, form }) => ({ orderId: order.id, fulfilmentId, values: form.values }),
    change: ({ order, fulfilmentId = '', isInList }) =>
      fulfilmentChange(fulfilmentId, isInList ? undefined : order, {}),
    message: ({ fulfilmentId }) => (fulfilmentId === undefined ? 'Fulfilment added' : 'Parcel split'),
    done: 'packed',
    unanswered: {
      whether: ({ fulfilmentId }) =>
        fulfilmentId === undefined ? 'the parcel has been packed' : 'the parcel has been split',
      left: 'left',
    },
  },
  cancelled: 'cancelled',
})
