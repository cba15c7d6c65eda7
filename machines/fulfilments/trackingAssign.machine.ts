import { trackingForm, trackingValues, type TrackingValues } from '../../contract/forms/fulfilments'
import type { Fulfilment } from '../../contract/fulfilments'
import { promiseActor } from '../actors'
import { recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'
import { type FulfilmentOrder, fulfilmentChange } from './fulfilmentChange'

export interface TrackingAssignInput extends FlowSurroundings {
  fulfilment: Fulfilment
  /** Whether the number is typed where it stands in the list. */
  isInPlace: boolean
  /** The order on whose page it is done. */
  order?: FulfilmentOrder | undefined
}

/** Giving a parcel its carrier and its tracking number, in a dialog or where it stands in the list (FU-02). */
export const trackingAssignMachine = recordFlow({
  id: 'trackingAssign',
  form: trackingForm,
  valuesOf: trackingValues,
  context: ({ isInPlace, order }: TrackingAssignInput) => ({ isInPlace, order }),
  record: ({ fulfilment }) => fulfilment,
  actors: { assignTracking: promiseActor<void, RecordChange<TrackingValues>>('assignTracking') },
  isReread: true,
  submit: {
    state: 'saving',
    src: 'assignTracking',
    input: ({ record, form }) => ({ id: record.id, version: record.version, fields: form.values }),
    change: ({ record, order, form }) =>
      fulfilmentChange(record.id, order, { trackingNumber: form.values.trackingNumber }),
    message: 'Tracking number assigned',
    done: 'saved',
  },
  refusesFields: true,
})
