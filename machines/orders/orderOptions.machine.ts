import { assign, type DoneActorEvent, setup } from 'xstate'
import type { Campaign } from '../../contract/campaigns'
import type { Customer } from '../../contract/customers'
import type { Offer } from '../../contract/offers'
import { promiseActor } from '../actors'

export interface OrderOptionsInput {
  organizationId: string
  campaignId: string | undefined
  /** Those that sell, where they have been read already. */
  campaigns: Campaign[]
}
interface Context extends OrderOptionsInput {
  customerSearch: string
  customers: Customer[]
  offerSearch: string
  offers: Offer[]
}
export type OrderOptionsEvent =
  /** From the order. */
  | { type: 'options.begin' }
  | { type: 'customer.search'; text: string }
  | { type: 'offer.search'; text: string }
  | { type: 'options.retry' }
  /** From the order: another campaign has other offers. */
  | { type: 'campaign.set'; campaignId: string | undefined }
  /** From the order: what was looked for has been found. */
  | { type: 'search.clear' }

/** What can be chosen for a new order: campaigns, the customers that a search finds, and the campaign's offers (NO-01). */
export const orderOptionsMachine = setup({
  types: { input: {} as OrderOptionsInput, context: {} as Context, events: {} as OrderOptionsEvent },
  actors: {
    fetchCampaigns: promiseActor<Campaign[], { organizationId: string }>('fetchCampaigns'),
    searchCustomers: promiseActor<Customer[], { organizationId: string; q: string }>('searchCustomers'),
    searchOffers: promiseActor<Offer[], { organizationId: string; campaignId: string | undefined; q: string }>(
      'searchOffers',
    ),
  },
  actions: {
    setCampaigns: assign({ campaigns: (_, { event }: { event: DoneActorEvent<Campaign[]> }) => event.output }),
    setCampaign: assign({
      campaignId: (_, { campaignId }: { campaignId: string | undefined }) => campaignId,
      offers: [],
      offerSearch: '',
    }),
    setCustomerSearch: assign({ customerSearch: (_, { text }: { text: string }) => text }),
    setCustomers: assign({ customers: (_, { event }: { event: DoneActorEvent<Customer[]> }) => event.output }),
    setOfferSearch: assign({ offerSearch: (_, { text }: { text: string }) => text }),
    setOffers: assign({ offers: (_, { event }: { event: DoneActorEvent<Offer[]> }) => event.output }),
    clearCustomers: assign({ customerSearch: '', customers: [] }),
    clearOffers: assign({ offerSearch: '' }),
  },
  guards: {
    hasCampaigns: ({ context }) => context.campaigns.length > 0,
    hasOfferSearch: ({ context }) => context.offerSearch !== '',
  },
  // Somebody on the phone waits for each answer: only what a paste, a scanner or a held key brings is asked for once. What
  // could not be read, as before signing in again, comes by itself.
  delays: { searchDebounce: 40, retryDelay: 10_000 },
}).createMachine({
  id: 'orderOptions',
  context: ({ input: { organizationId, campaignId, campaigns } }) => ({
    organizationId,
    campaignId,
    campaigns,
    customerSearch: '',
    customers: [],
    offerSearch: '',
    offers: [],
  }),
  type: 'parallel',
  states: {
    campaigns: {
      initial: 'beginning',
      states: {
        beginning: { on: { 'options.begin': [{ guard: 'hasCampaigns', target: 'ready' }, { target: 'reading' }] } },
        reading: {
          invoke: {
            src: 'fetchCampaigns',
            input: ({ context }) => context,
            onDone: { target: 'ready', actions: { type: 'setCampaigns', params: ({ event }) => ({ event }) } },
            onError: 'failed',
          },
        },
        ready: {},
        failed: { on: { 'options.retry': 'reading' }, after: { retryDelay: 'reading' } },
      },
    },
    customers: {
      initial: 'idle',
      on: {
        'customer.search': {
          target: '.debouncing',
          actions: { type: 'setCustomerSearch', params: ({ event }) => event },
        },
        'search.clear': { target: '.idle', actions: 'clearCustomers' },
      },
      states: {
        idle: {},
        debouncing: { after: { searchDebounce: 'searching' } },
        searching: {
          invoke: {
            src: 'searchCustomers',
            input: ({ context: { organizationId, customerSearch } }) => ({ organizationId, q: customerSearch }),
            onDone: { target: 'ready', actions: { type: 'setCustomers', params: ({ event }) => ({ event }) } },
            onError: 'failed',
          },
        },
        ready: {},
        failed: { on: { 'options.retry': 'searching' }, after: { retryDelay: 'searching' } },
      },
    },
    offers: {
      initial: 'searching',
      on: {
        'campaign.set': { target: '.searching', actions: { type: 'setCampaign', params: ({ event }) => event } },
        'offer.search': { target: '.debouncing', actions: { type: 'setOfferSearch', params: ({ event }) => event } },
        'search.clear': { guard: 'hasOfferSearch', target: '.searching', actions: 'clearOffers' },
      },
      states: {
        debouncing: { after: { searchDebounce: 'searching' } },
        searching: {
          invoke: {
            src: 'searchOffers',
            input: ({ context: { organizationId, campaignId, offerSearch } }) => ({
              organizationId,
              campaignId,
              q: offerSearch,
            }),
            onDone: { target: 'ready', actions: { type: 'setOffers', params: ({ event }) => ({ event }) } },
            onError: 'failed',
          },
        },
        ready: {},
        failed: { on: { 'options.retry': 'searching' }, after: { retryDelay: 'searching' } },
      },
    },
  },
})
