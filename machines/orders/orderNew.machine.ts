import { withError } from '../actors'
import { noFacts } from '../../contract/rules/orderNew'
import { changesOf, placingOf } from './orderNewParts'
import { emptyDraft, orderNewSetup } from './orderNewSetup'

/** A new order, from the first word on the phone to its number: its snapshot is the draft (NO-01 to NO-03). */
export const orderNewMachine = orderNewSetup.createMachine({
  id: 'orderNew',
  context: ({ input: { organizationId, draftId, terms, customerId } }) => ({
    organizationId,
    draftId,
    terms,
    customerId,
    opened: emptyDraft,
    placedOrder: null,
    content: {},
    facts: noFacts,
    campaigns: [],
    touched: {},
    refused: {},
    before: undefined,
    draftVersion: null,
    failures: 0,
    isAway: false,
    isForgetful: false,
    error: undefined,
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'openOrder',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isPlaced', params: ({ event }) => ({ order: event.output.placedOrder }) },
            target: 'placedBefore',
            actions: { type: 'setPlaced', params: ({ event }) => ({ order: event.output.placedOrder }) },
          },
          { guard: { type: 'isGone', params: ({ event }) => ({ opened: event.output }) }, target: 'ended' },
          { target: 'open', actions: { type: 'begin', params: ({ event }) => ({ opened: event.output }) } },
        ],
        onError: { target: 'failed', actions: withError('setError') },
      },
    },
    failed: { on: { 'order.retry': 'loading' } },
    open: {
      type: 'parallel',
      invoke: [
        {
          src: 'draftKeeping',
          id: 'keeping',
          input: ({ context: { organizationId, draftId, opened } }) => ({ organizationId, draftId, opened }),
        },
        {
          src: 'orderOptions',
          id: 'options',
          input: ({ context: { organizationId, campaigns, content } }) => ({
            organizationId,
            campaigns,
            campaignId: content.campaignId,
          }),
        },
      ],
      on: {
        'draft.kept': { actions: 'noteKept' },
        'draft.away': { actions: 'noteAway' },
        'draft.forget': { actions: 'noteForgetful' },
        'draft.end': [
          {
            guard: { type: 'isPlaced', params: ({ event }) => event },
            target: 'placedBefore',
            actions: { type: 'setPlaced', params: ({ event }) => event },
          },
          { target: 'ended' },
        ],
        'theirs.use': { actions: { type: 'passOn', params: ({ event }) => event } },
        'mine.keep': { actions: { type: 'passOn', params: ({ event }) => event } },
      },
      states: {
        form: {
          // Not of the state around it, whose actors are not there yet as it is entered.
          entry: ['beginKeeping', 'beginOptions'],
          initial: 'editing',
          states: {
            editing: {
              on: {
                ...changesOf(),
                // Not while it is placed, which ends the draft: the answer says what it has become.
                'facts.refresh': { actions: 'reread' },
                'dialog.leave': [{ guard: 'isUnkept', target: 'asking' }],
                'order.another': { guard: 'isBegun', target: 'askingAnother' },
                'order.place': [
                  { guard: 'isPlaceable', target: 'keeping', actions: 'forgetFailures' },
                  { actions: 'touchAll' },
                ],
              },
            },
            asking: { tags: 'asking', on: { 'input.keep': 'editing', 'input.discard': '#orderNew.left' } },
            askingAnother: {
              tags: 'asking',
              entry: 'flush',
              on: { 'input.keep': 'editing', 'input.discard': '#orderNew.left' },
            },
            ...placingOf(),
          },
        },
        facts: {
          initial: 'reading',
          on: {
            'campaign.choose': '.reading',
            'campaign.undo': '.reading',
            'customer.choose': '.reading',
            'offer.add': '.reading',
            'draft.show': {
              target: '.reading',
              actions: [{ type: 'showDraft', params: ({ event }) => event }, 'setCampaign'],
            },
            'facts.refresh': '.reading',
            'facts.read': '.reading',
          },
          states: {
            reading: {
              invoke: {
                src: 'fetchFacts',
                input: ({ context }) => context,
                onDone: [
                  {
                    guard: { type: 'isMoved', params: ({ event }) => ({ facts: event.output }) },
                    target: 'known',
                    actions: [{ type: 'setFacts', params: ({ event }) => ({ facts: event.output }) }, 'keepTyped'],
                  },
                  {
                    target: 'known',
                    actions: { type: 'setFacts', params: ({ event }) => ({ facts: event.output }) },
                  },
                ],
                onError: 'unknown',
              },
            },
            known: {},
            unknown: { after: { factsDelay: 'reading' } },
          },
        },
      },
    },
    placed: { type: 'final' },
    // By another tab; or here, where the answer was lost and the page loaded again.
    placedBefore: { type: 'final' },
    ended: { type: 'final' },
    left: { type: 'final' },
  },
})
