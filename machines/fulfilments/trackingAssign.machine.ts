import { setup } from 'xstate'
import { trackingForm, trackingValues, type TrackingValues } from '../../contract/forms/fulfilments'
import type { Fulfilment } from '../../contract/fulfilments'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FieldEvent, fieldEvents, type LeaveEvent, leaveTo, newForm, submitTo } from '../form'
import { changeParts } from '../pendingChanges'
import { type RecordChange, type RecordEvent, type RecordForm, recordFormParts } from '../recordForm'
import { outdatedTo, recordQuestions, refreshOf } from '../recordNews'
import { refusedTo } from '../refusedFields'
import { type FulfilmentOrder, fulfilmentChange } from './fulfilmentChange'

export interface TrackingAssignInput extends FlowSurroundings {
  fulfilment: Fulfilment
  /** Whether the number is typed where it stands in the list. */
  isInPlace: boolean
  /** The order on whose page it is done. */
  order?: FulfilmentOrder | undefined
}
interface Context extends RecordForm<Fulfilment, TrackingValues>, Pick<TrackingAssignInput, 'isInPlace' | 'order'> {}
export type TrackingAssignEvent =
  | FieldEvent<TrackingValues>
  | RecordEvent<Fulfilment>
  | LeaveEvent
  | { type: 'dialog.submit' }

/** Giving a parcel its carrier and its tracking number, in a dialog or where it stands in the list (FU-02). */
export const trackingAssignMachine = setup({
  types: {
    input: {} as TrackingAssignInput,
    context: {} as Context,
    events: {} as TrackingAssignEvent,
    tags: {} as 'open' | 'busy' | 'asking' | 'deciding',
  },
  actors: { assignTracking: promiseActor<void, RecordChange<TrackingValues>>('assignTracking') },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(recordFormParts<Fulfilment, TrackingValues>(trackingForm, trackingValues))
  .createMachine({
    id: 'trackingAssign',
    context: ({ input: { fulfilment, isInPlace, order } }) => ({
      record: fulfilment,
      isInPlace,
      order,
      form: newForm(trackingValues(fulfilment)),
      theirs: undefined,
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<TrackingValues>(),
          ...refreshOf<Fulfilment>(),
          ...leaveTo('cancelled'),
          'dialog.submit': submitTo('saving'),
        },
      },
      ...recordQuestions<Fulfilment, TrackingValues>(),
      saving: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context: { record, order, form } }) =>
            fulfilmentChange(record.id, order, { trackingNumber: form.values.trackingNumber }),
        },
        invoke: {
          src: 'assignTracking',
          input: ({ context: { record, form } }) => ({ id: record.id, version: record.version, fields: form.values }),
          onDone: {
            target: 'saved',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Tracking number assigned' } }],
          },
          onError: [
            ...outdatedTo('saving'),
            refusedTo('editing'),
            { target: 'editing', actions: ['revertChange', withError('reportError')] },
          ],
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
