import { assign, setup } from 'xstate'
import type { Offer, OfferUpdate } from '../contract/offers'
import { fieldErrors } from '../contract/forms/fields'
import { changedOfferFields, offerEditForm, offerEditValues, type OfferEditValues } from '../contract/forms/offer'
import { type FieldEvent, type Form, newForm, withAllTouched, withFields, withTouched } from './form'
import { changeParts } from './pendingChanges'
import { promiseActor } from './actors'

export interface OfferEditInput {
  offer: Offer
}
interface Context {
  offer: Offer
  form: Form<OfferEditValues>
}
export type OfferEditEvent =
  | FieldEvent<OfferEditValues>
  | { type: 'offer.refresh'; offer: Offer }
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
    changeField: assign({ form: ({ context }, params: Partial<OfferEditValues>) => withFields(context.form, params) }),
    touchField: assign({
      form: ({ context }, params: { field: keyof OfferEditValues }) => withTouched(context.form, params.field),
    }),
    touchAll: assign({ form: ({ context }) => withAllTouched(context.form) }),
    beginAgain: assign((_, params: { offer: Offer }) => ({
      offer: params.offer,
      form: newForm(offerEditValues(params.offer)),
    })),
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    isValid: ({ context }) => Object.keys(fieldErrors(offerEditForm, context.form.values)).length === 0,
    hasOtherInitialValues: ({ context }, params: { offer: Offer }) =>
      JSON.stringify(offerEditValues(params.offer)) !== JSON.stringify(offerEditValues(context.offer)),
  },
})
  .extend(changeParts)
  .createMachine({
    id: 'offerEdit',
    context: ({ input }) => ({ offer: input.offer, form: newForm(offerEditValues(input.offer)) }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          'field.change': { actions: { type: 'changeField', params: ({ event }) => event.fields } },
          'field.blur': { actions: { type: 'touchField', params: ({ event }) => ({ field: event.field }) } },
          'offer.refresh': {
            guard: { type: 'hasOtherInitialValues', params: ({ event }) => ({ offer: event.offer }) },
            actions: { type: 'beginAgain', params: ({ event }) => ({ offer: event.offer }) },
          },
          'dialog.submit': [{ guard: 'isValid', target: 'updating' }, { actions: 'touchAll' }],
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
          onError: {
            target: 'editing',
            actions: ['revertChange', { type: 'reportError', params: ({ event }) => ({ error: event.error }) }],
          },
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
