import { setup } from 'xstate'
import type { Offer, OfferUpdate } from '../../contract/offers'
import { changedOfferFields, offerEditForm, offerEditValues, type OfferEditValues } from '../../contract/forms/offers'
import { type FieldEvent, fieldEvents, type LeaveEvent, leaveTo, newForm, submitTo } from '../form'
import { changeParts } from '../pendingChanges'
import { type RecordChange, type RecordEvent, type RecordForm, recordFormParts } from '../recordForm'
import { outdatedTo, recordQuestions, refreshOf } from '../recordNews'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'

/** The fields that can be changed where they stand in a list (CP-03). */
export type OfferPlace = 'basePrice' | 'quantity'

export interface OfferEditInput extends FlowSurroundings {
  offer: Offer
  /** The field that is changed where it stands; null for all of them, in the dialog. */
  place: OfferPlace | null
}
interface Context extends RecordForm<Offer, OfferEditValues> {
  place: OfferPlace | null
}
export type OfferEditEvent = FieldEvent<OfferEditValues> | RecordEvent<Offer> | LeaveEvent | { type: 'dialog.submit' }

/** The fields to send: what differs from the offer as the person last saw it (EO-08). */
const fieldsOf = ({ record, form }: Context) => changedOfferFields(record, form.values)

/** Editing one offer, from the open dialog to the server's yes (EO-01 to EO-09). */
export const offerEditMachine = setup({
  types: {
    input: {} as OfferEditInput,
    context: {} as Context,
    events: {} as OfferEditEvent,
    tags: {} as 'open' | 'busy' | 'asking' | 'deciding',
  },
  actors: {
    saveOffer: promiseActor<void, RecordChange<OfferUpdate>>('saveOffer'),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(recordFormParts<Offer, OfferEditValues>(offerEditForm, offerEditValues))
  .createMachine({
    id: 'offerEdit',
    context: ({ input }) => ({
      record: input.offer,
      place: input.place,
      form: newForm(offerEditValues(input.offer)),
      theirs: undefined,
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<OfferEditValues>(),
          ...refreshOf<Offer>(),
          ...leaveTo('cancelled'),
          'dialog.submit': submitTo('updating'),
        },
      },
      ...recordQuestions<Offer, OfferEditValues>(),
      updating: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context }) => ({
            resource: 'offers',
            kind: 'merge',
            id: context.record.id,
            fields: fieldsOf(context),
          }),
        },
        invoke: {
          src: 'saveOffer',
          input: ({ context }) => ({
            id: context.record.id,
            version: context.record.version,
            fields: fieldsOf(context),
          }),
          onDone: {
            target: 'saved',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Offer updated' } }],
          },
          onError: [
            ...outdatedTo('updating'),
            { target: 'editing', actions: ['revertChange', withError('reportError')] },
          ],
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
