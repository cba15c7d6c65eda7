import { assign, setup } from 'xstate'
import type { Offer, OfferUpdate } from '../../contract/offers'
import { changedOfferFields, offerEditForm, offerEditValues, type OfferEditValues } from '../../contract/forms/offers'
import { type FieldEvent, type Form, fieldEvents, formParts, newForm, submitTo } from '../form'
import { changeParts } from '../pendingChanges'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flows'

export interface OfferEditInput extends FlowSurroundings {
  offer: Offer
}
interface Context {
  offer: Offer
  form: Form<OfferEditValues>
}
export type OfferEditEvent =
  | FieldEvent<OfferEditValues>
  | { type: 'record.refresh'; record: Offer }
  | { type: 'dialog.submit' }
  | { type: 'dialog.cancel' }

/** The fields to send: what differs from the offer that the dialog began with (EO-08). */
export const offerEditFields = ({ offer, form }: Context): OfferUpdate => changedOfferFields(offer, form.values)

/** Editing one offer, from the open dialog to the server's yes (EO-01 to EO-09). */
export const offerEditMachine = setup({
  types: {
    input: {} as OfferEditInput,
    context: {} as Context,
    events: {} as OfferEditEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    saveOffer: promiseActor<void, { id: string; fields: OfferUpdate }>('saveOffer'),
  },
  actions: {
    beginAgain: assign((_, params: { offer: Offer }) => ({
      offer: params.offer,
      form: newForm(offerEditValues(params.offer)),
    })),
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    hasOtherInitialValues: ({ context }, params: { offer: Offer }) =>
      JSON.stringify(offerEditValues(params.offer)) !== JSON.stringify(offerEditValues(context.offer)),
  },
})
  .extend(changeParts)
  .extend(formParts<OfferEditValues>(offerEditForm))
  .createMachine({
    id: 'offerEdit',
    context: ({ input }) => ({ offer: input.offer, form: newForm(offerEditValues(input.offer)) }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<OfferEditValues>(),
          'record.refresh': {
            guard: { type: 'hasOtherInitialValues', params: ({ event }) => ({ offer: event.record }) },
            actions: { type: 'beginAgain', params: ({ event }) => ({ offer: event.record }) },
          },
          'dialog.submit': submitTo('updating'),
          'dialog.cancel': 'cancelled',
        },
      },
      updating: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context }) => ({
            resource: 'offers',
            kind: 'merge',
            id: context.offer.id,
            fields: offerEditFields(context),
          }),
        },
        invoke: {
          src: 'saveOffer',
          input: ({ context }) => ({ id: context.offer.id, fields: offerEditFields(context) }),
          onDone: { target: 'saved', actions: 'confirmChange' },
          onError: { target: 'editing', actions: ['revertChange', withError('reportError')] },
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
