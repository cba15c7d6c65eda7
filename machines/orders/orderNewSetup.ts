import { assign, raise, sendTo, setup } from 'xstate'
import { isRefused, RequestError } from '../../contract/client/errors'
import { pathRefusals } from '../../contract/client/refusedFields'
import type { Campaign } from '../../contract/campaigns'
import type { Customer } from '../../contract/customers'
import type { DraftContent } from '../../contract/extensions/orderDrafts'
import type { OrderRecord } from '../../contract/extensions/orders'
import type { Offer } from '../../contract/offers'
import { promiseActor } from '../actors'
import { backOff } from '../backOff'
import type { TaxTerms } from '../../contract/rules/amounts'
import { draftTitle, isEmptyDraft, type OrderFacts, whyNotDraft } from '../../contract/rules/orderNew'
import * as draft from '../../contract/rules/orderNewChanges'
import { draftKeepingMachine } from './draftKeeping.machine'
import type { DraftNews, OpenedDraft, PlacedOrder } from './draftKeepingSetup'
import { orderOptionsMachine } from './orderOptions.machine'

export interface OrderNewInput {
  organizationId: string
  draftId: string
  terms: TaxTerms
  /** Whom a new draft is for, where that was chosen before; else it is for who is on the phone. */
  customerId?: string | undefined
}
/** What an order begins with. */
export interface OpenedOrder {
  /** Undefined when it was placed or discarded elsewhere. */
  draft: OpenedDraft | undefined
  /** What it has become, when it was placed. */
  placedOrder: PlacedOrder | null
  /** Those that sell; undefined when they could not be read. */
  campaigns: Campaign[] | undefined
  /** The campaign in which the person sold last. */
  lastCampaignId: string | undefined
  customer: Customer | undefined
}
export interface OrderNewContext extends OrderNewInput, draft.TypedDraft {
  opened: OpenedDraft
  /** What it has become, when it was placed. */
  placedOrder: PlacedOrder | null
  campaigns: Campaign[]
  /** The version of the draft that is placed, as far as the server has it. */
  draftVersion: number | null
  failures: number
  /** Whether the server can't be reached, and whether the browser stores nothing. */
  isAway: boolean
  isForgetful: boolean
  error: unknown
}
/** What a request about the draft needs of it. */
export type DraftAsked = Pick<OrderNewContext, 'organizationId' | 'draftId' | 'content'>
/** What placing it needs. */
export type OrderAsked = Pick<OrderNewContext, keyof DraftAsked | 'draftVersion'>

export type OrderNewEvent =
  | DraftNews
  | { type: 'field.change'; fields: Record<string, string> }
  | { type: 'field.blur'; field: string }
  | { type: 'campaign.choose'; campaign: Campaign }
  /** Takes the campaign and its lines back. */
  | { type: 'campaign.undo' }
  /** Gives up what the campaign does not sell. */
  | { type: 'strays.remove' }
  | { type: 'customer.choose'; customer: Customer }
  /** With what was typed to find them, and what is known of who is on the phone. */
  | ({ type: 'customer.new'; typed: string } & draft.NewCaller)
  | { type: 'customer.change' }
  | { type: 'offer.add'; offer: Offer }
  | { type: 'line.remove'; index: number }
  /** When the customer agreed, as ISO 8601; null takes it back. */
  | { type: 'terms.agree'; at: string | null }
  | { type: 'order.place' }
  | { type: 'order.retry' }
  /** Of what is on the screen, as the person comes back to it. */
  | { type: 'facts.refresh' }
  | { type: 'facts.read' }
  | { type: 'theirs.use' }
  | { type: 'mine.keep' }
  | { type: 'dialog.leave' }
  /** Another new order is to be begun from here. */
  | { type: 'order.another' }
  | { type: 'input.keep' }
  | { type: 'input.discard' }

export const emptyDraft: OpenedDraft = { title: '', content: {}, kept: null, version: null, theirs: null }

const messagesOf = ({ content, facts, terms }: OrderNewContext) => whyNotDraft(content, facts, terms)

/** What the new order knows, does and asks for; its states are in the machine. */
export const orderNewSetup = setup({
  types: {
    input: {} as OrderNewInput,
    context: {} as OrderNewContext,
    events: {} as OrderNewEvent,
    tags: {} as 'busy' | 'asking',
    children: {} as { keeping: 'draftKeeping'; options: 'orderOptions' },
  },
  actors: {
    draftKeeping: draftKeepingMachine,
    orderOptions: orderOptionsMachine,
    openOrder: promiseActor<OpenedOrder, OrderNewInput>('openOrder'),
    fetchFacts: promiseActor<OrderFacts, DraftAsked>('fetchFacts'),
    placeOrder: promiseActor<OrderRecord, OrderAsked>('placeOrder'),
  },
  actions: {
    begin: assign((_, { opened }: { opened: OpenedOrder }) => {
      const { draft: found = emptyDraft, campaigns = [], lastCampaignId, customer } = opened
      return { opened: found, campaigns, ...draft.begun(found.content, campaigns, lastCampaignId, customer) }
    }),
    setPlaced: assign((_, { order }: { order: PlacedOrder | null }) => ({ placedOrder: order })),
    setError: assign({ error: (_, { error }: { error: unknown }) => error }),
    setFacts: assign(({ context }, { facts }: { facts: OrderFacts }) => draft.withFacts(context, facts)),
    undoMove: assign(({ context }) => draft.withoutMove(context)),
    removeStrays: assign(({ context }) => draft.withoutStrays(context)),
    showDraft: assign((_, { content }: { content: DraftContent }) => ({ content, refused: {}, before: undefined })),
    changeField: assign(({ context }, { fields }: { fields: Record<string, string> }) =>
      draft.withFields(context, fields),
    ),
    touchField: assign(({ context }, { field }: { field: string }) => draft.withTouched(context, [field])),
    touchAll: assign(({ context }) => draft.withTouched(context, Object.keys(messagesOf(context)))),
    chooseCampaign: assign(({ context }, { campaign }: { campaign: Campaign }) =>
      draft.withCampaign(context, campaign),
    ),
    chooseCustomer: assign(({ context }, { customer }: { customer: Customer }) => draft.withChosen(context, customer)),
    beginCustomer: assign(({ context }, { typed, phone, country }: { typed: string } & draft.NewCaller) =>
      draft.withNewCustomer(context, typed, {
        phone,
        country: country ?? draft.countryOfCurrency(context.terms.currency),
      }),
    ),
    changeCustomer: assign(({ context }) => draft.withoutCustomer(context)),
    addOffer: assign(({ context }, { offer }: { offer: Offer }) => draft.withOffer(context, offer)),
    removeLine: assign(({ context }, { index }: { index: number }) => draft.withoutLine(context, index)),
    agree: assign(({ context }, { at }: { at: string | null }) => draft.withAgreement(context, at)),
    refuseOrder: assign((_, { error }: { error: unknown }) => ({
      refused: draft.orderRefusals(pathRefusals(error)),
    })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0 }),
    noteAway: assign({ isAway: true }),
    noteKept: assign({ isAway: false }),
    noteHeld: assign((_, { version }: { version: number | null }) => ({ draftVersion: version })),
    noteForgetful: assign({ isForgetful: true }),
    keepTyped: sendTo('keeping', ({ context: { content, facts } }) => ({
      type: 'draft.type',
      content,
      title: draftTitle(content, facts.customer),
    })),
    beginKeeping: sendTo('keeping', { type: 'draft.begin' }),
    beginOptions: sendTo('options', { type: 'options.begin' }),
    flush: sendTo('keeping', { type: 'draft.flush' }),
    hold: sendTo('keeping', { type: 'draft.hold' }),
    reread: sendTo('keeping', { type: 'draft.reread' }),
    passOn: sendTo('keeping', (_, event: { type: 'theirs.use' } | { type: 'mine.keep' }) => event),
    setCampaign: sendTo('options', ({ context }) => ({ type: 'campaign.set', campaignId: context.content.campaignId })),
    clearSearch: sendTo('options', { type: 'search.clear' }),
    readFacts: raise({ type: 'facts.read' }),
    rememberCampaign: (_, _params: { campaign: Campaign }) => {},
    announceOrder: (_, _params: { order: OrderRecord }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    isPlaced: (_, { order }: { order: PlacedOrder | null }) => order !== null,
    isGone: (_, { opened }: { opened: OpenedOrder }) => opened.draft === undefined,
    isPlaceable: ({ context }) => Object.keys(messagesOf(context)).length === 0,
    /** Whether lines become offers of the campaign. */
    isMoved: ({ context }, { facts }: { facts: OrderFacts }) =>
      draft.withFacts(context, facts).content !== context.content,
    isBegun: ({ context }) => !isEmptyDraft(context.content),
    /** What fails without having been sent would fail again. */
    isRefused: (_, { error }: { error: unknown }) => !(error instanceof RequestError) || isRefused(error),
    isUnkept: ({ context }) => context.isAway && context.isForgetful,
  },
  delays: { retryDelay: ({ context }) => backOff(context.failures), factsDelay: 10_000 },
})
