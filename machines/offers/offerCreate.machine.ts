import type { GatewayInstance } from '../../contract/gateways'
import { offerCreateRequest, type OfferCreateValues, offerCreateValues } from '../../contract/forms/offers'
import { withError } from '../actors'
import { answersTo, fieldEvents, leaveTo, newForm } from '../form'
import { optionsRegion } from '../options'
import { offerCreateSetup } from './offerCreateSetup'

/** Adding an offer to a campaign (AO-01 to AO-08). */
export const offerCreateMachine = offerCreateSetup.createMachine({
  id: 'offerCreate',
  context: ({ input }) => ({
    campaignId: input.campaignId,
    organizationId: input.organizationId,
    source: input.source,
    form: newForm(offerCreateValues(input.source)),
    gateways: [],
    productSearch: '',
    products: [],
    suggestedPrice: '',
  }),
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
                ...fieldEvents<OfferCreateValues>(),
                'product.choose': { actions: { type: 'chooseProduct', params: ({ event }) => event } },
                ...leaveTo('#offerCreate.cancelled'),
                'dialog.submit': { guard: 'isValid', target: 'saving' },
              },
            },
            asking: { tags: 'asking', on: answersTo('#offerCreate.cancelled') },
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
                onDone: {
                  target: '#offerCreate.saved',
                  actions: ['confirmChange', { type: 'showMessage', params: { message: 'Offer added' } }],
                },
                onError: {
                  target: 'editing',
                  actions: ['revertChange', withError('logError'), withError('reportError')],
                },
              },
            },
          },
        },
        gateways: optionsRegion<GatewayInstance>()('fetchGateways', 'setGateways'),
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
            failed: { on: { 'options.retry': 'searching' } },
          },
        },
      },
    },
    saved: { type: 'final' },
    cancelled: { type: 'final' },
  },
})
