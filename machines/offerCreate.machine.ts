import { assign, setup } from 'xstate'
import type { GatewayInstance } from '../contract/gateways'
import type { OfferCreate } from '../contract/offers'
import type { Product } from '../contract/products'
import { fieldErrors } from '../contract/forms/fields'
import { offerCreateForm, offerCreateRequest, type OfferCreateValues } from '../contract/forms/offer'
import { type FieldEvent, type Form, newForm, withFields, withTouched } from './form'
import { changeParts } from './pendingChanges'
import { promiseActor } from './actors'

export interface OfferCreateInput {
  campaignId: string
  organizationId: string | undefined
}
interface Context extends OfferCreateInput {
  form: Form<OfferCreateValues>
  gateways: GatewayInstance[]
  productSearch: string
  products: Product[]
}
export type OfferCreateEvent =
  | FieldEvent<OfferCreateValues>
  | { type: 'product.search'; text: string }
  | { type: 'gateways.retry' }
  | { type: 'dialog.submit' }
  | { type: 'dialog.cancel' }

export type NewOffer = Omit<OfferCreate, 'organizationId'>

const emptyForm: OfferCreateValues = {
  product: undefined,
  gatewayInstanceId: '',
  quantity: '',
  basePrice: '',
  shipPrice: '',
  minPrice: '',
  maxPrice: '',
  maxQuantity: '',
}

/** Whether Save may be pressed (AO-04). */
export const isOfferCreatable = ({ form }: Pick<Context, 'form'>) =>
  Object.keys(fieldErrors(offerCreateForm, form.values)).length === 0

/** Adding an offer to a campaign (AO-01 to AO-08). */
export const offerCreateMachine = setup({
  types: {
    input: {} as OfferCreateInput,
    context: {} as Context,
    events: {} as OfferCreateEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    createOffer: promiseActor<void, { campaignId: string; organizationId: string | undefined; offer: NewOffer }>(
      'createOffer',
    ),
    fetchGateways: promiseActor<GatewayInstance[], { organizationId: string | undefined }>('fetchGateways'),
    searchProducts: promiseActor<Product[], { organizationId: string | undefined; q: string }>('searchProducts'),
  },
  actions: {
    changeField: assign({
      form: ({ context }, params: Partial<OfferCreateValues>) => withFields(context.form, params),
    }),
    touchField: assign({
      form: ({ context }, params: { field: keyof OfferCreateValues }) => withTouched(context.form, params.field),
    }),
    setGateways: assign({ gateways: (_, params: { gateways: GatewayInstance[] }) => params.gateways }),
    setProductSearch: assign({ productSearch: (_, params: { text: string }) => params.text }),
    setProducts: assign({ products: (_, params: { products: Product[] }) => params.products }),
    logError: (_, _params: { error: unknown }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: { isValid: ({ context }) => isOfferCreatable(context) },
  delays: { searchDebounce: 250 },
})
  .extend(changeParts)
  .createMachine({
    id: 'offerCreate',
    context: ({ input }) => ({ ...input, form: newForm(emptyForm), gateways: [], productSearch: '', products: [] }),
    initial: 'open',
    states: {
      open: {
        tags: 'open',
        type: 'parallel',
        states: {
          form: {
            initial: 'editing',
            states: {
              editing: {
                on: {
                  'field.change': { actions: { type: 'changeField', params: ({ event }) => event.fields } },
                  'field.blur': { actions: { type: 'touchField', params: ({ event }) => ({ field: event.field }) } },
                  'dialog.submit': { guard: 'isValid', target: 'saving' },
                  'dialog.cancel': '#offerCreate.cancelled',
                },
              },
              saving: {
                tags: 'busy',
                entry: { type: 'showChange', params: { resource: 'offers', kind: 'add' } },
                invoke: {
                  src: 'createOffer',
                  input: ({ context }) => ({
                    campaignId: context.campaignId,
                    organizationId: context.organizationId,
                    offer: offerCreateRequest(context.form.values),
                  }),
                  onDone: { target: '#offerCreate.saved', actions: 'confirmChange' },
                  onError: {
                    target: 'editing',
                    actions: [
                      'revertChange',
                      { type: 'logError', params: ({ event }) => ({ error: event.error }) },
                      { type: 'reportError', params: ({ event }) => ({ error: event.error }) },
                    ],
                  },
                },
              },
            },
          },
          gateways: {
            initial: 'loading',
            states: {
              loading: {
                invoke: {
                  src: 'fetchGateways',
                  input: ({ context }) => ({ organizationId: context.organizationId }),
                  onDone: {
                    target: 'ready',
                    actions: { type: 'setGateways', params: ({ event }) => ({ gateways: event.output }) },
                  },
                  onError: 'failed',
                },
              },
              ready: {},
              failed: { on: { 'gateways.retry': 'loading' } },
            },
          },
          products: {
            initial: 'searching',
            on: {
              'product.search': {
                target: '.debouncing',
                actions: { type: 'setProductSearch', params: ({ event }) => ({ text: event.text }) },
              },
            },
            states: {
              debouncing: { after: { searchDebounce: 'searching' } },
              searching: {
                invoke: {
                  src: 'searchProducts',
                  input: ({ context }) => ({ organizationId: context.organizationId, q: context.productSearch }),
                  onDone: {
                    target: 'ready',
                    actions: { type: 'setProducts', params: ({ event }) => ({ products: event.output }) },
                  },
                  onError: 'failed',
                },
              },
              ready: {},
              failed: {},
            },
          },
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
