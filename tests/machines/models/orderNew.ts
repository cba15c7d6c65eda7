import { expect } from 'vitest'
import { RequestError } from '../../../contract/client/errors'
import type { DraftContent, OrderDraft } from '../../../contract/extensions/orderDrafts'
import { draftKeepingMachine } from '../../../machines/orders/draftKeeping.machine'
import { orderNewMachine } from '../../../machines/orders/orderNew.machine'
import { orderOptionsMachine } from '../../../machines/orders/orderOptions.machine'
import type { Model } from '../explore'
import { outdated, refused } from './refusals'
import { campaign, customer, offer } from './records'

const unanswered = new RequestError('No answer', { endpoint: 'POST' })

const typed: DraftContent = { customerId: 'cus_1' }
const others: DraftContent = { customerId: 'cus_2' }
const draft = (content: DraftContent, version: number): OrderDraft => ({
  id: 'd',
  organizationId: 'org_1',
  title: 'Ada',
  content,
  version,
  createdAt: '2026-03-01T10:00:00Z',
  updatedAt: '2026-03-01T10:00:00Z',
})

export const draftKeeping: Model = {
  machine: draftKeepingMachine,
  inputs: [
    { content: {}, kept: null, version: null, theirs: null },
    { content: typed, kept: null, version: 1, theirs: null },
    { content: typed, kept: {}, version: 1, theirs: draft(others, 2) },
  ].map((opened) => ({ organizationId: 'org_1', draftId: 'd', opened: { title: '', ...opened } })),
  events: {
    'draft.type': [
      { content: typed, title: 'Ada' },
      { content: {}, title: '' },
    ],
  },
  outputs: { keepDraft: [draft(typed, 2)], rereadDraft: [draft(typed, 2), draft(others, 3)] },
  errors: {
    keepDraft: [
      refused(409, { code: 'draft_ended' }),
      refused(409, { code: 'draft_placed', details: { placedOrder: { id: 'ord_1', number: 1042 } } }),
      outdated(draft(typed, 4)),
      outdated(draft(others, 5)),
      refused(422, { code: 'validation_failed' }),
      refused(401, { code: 'unauthorized' }),
      new Error('no answer'),
    ],
    rereadDraft: [refused(404, { code: 'not_found' }), new Error('no answer')],
  },
  identity: ({ content, kept, sent, theirs }: Record<string, unknown>) => [content, kept, sent, theirs !== null],
  // Where both have changed it, nothing is sent before the person has decided (GE-09).
  invariant: (snapshot) => {
    if (snapshot.hasTag('deciding')) expect(snapshot.context.theirs).not.toBeNull()
  },
}

const address = { address1: '9 Heron Wharf', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' }
const sold = { ...offer, id: 'off_1', campaignId: 'cmp_1', productId: 'prd_1', quantity: 5, basePrice: 20 }
const elsewhere = { ...sold, id: 'off_2', campaignId: 'cmp_2' }
const selling = { ...campaign, id: 'cmp_1', status: 'active', startDate: null, endDate: null, mustAgreeToTerms: false }
const product = { id: 'prd_1', name: 'Lamp', stock: 10, status: 'active' }
const lines = [{ offerId: 'off_1', quantity: '1', unitPrice: '20.00' }]
const facts = {
  today: '2026-03-02',
  campaign: selling,
  customer,
  offers: [sold],
  products: [product],
  counterparts: [],
  merged: undefined,
  gone: [],
}
const opened = (content: DraftContent) => ({
  draft: { title: 'Ada', content, kept: content, version: 1, theirs: null },
  campaigns: [selling],
  placedOrder: null,
  lastCampaignId: undefined,
  customer: undefined,
})
const known = { campaignId: 'cmp_1', lines, address }

export const orderNew: Model = {
  machine: orderNewMachine,
  inputs: [
    {
      organizationId: 'org_1',
      draftId: 'd',
      terms: { currency: 'USD', taxRate: 8_250, pricesIncludeTax: false },
    },
  ],
  events: {
    'field.change': [{ fields: { 'lines.0.quantity': '2' } }, { fields: { 'lines.0.quantity': 'some' } }],
    'field.blur': [{ field: 'address.city' }],
    'campaign.choose': [{ campaign: selling }],
    'customer.choose': [{ customer }],
    'customer.new': [{ typed: 'Ada Moss' }],
    'offer.add': [{ offer: sold }],
    'line.remove': [{ index: 0 }],
    'terms.agree': [{ at: '2026-03-01T10:00:00Z' }, { at: null }],
    'draft.show': [{ content: known }],
    'draft.held': [{ version: null }, { version: 2 }],
    'draft.end': [{ order: null }, { order: { id: 'ord_1', number: 1042 } }],
  },
  outputs: {
    openOrder: [
      { ...opened({}), draft: undefined },
      { ...opened({}), draft: undefined, placedOrder: { id: 'ord_1', number: 1042 } },
      opened({ ...known, customerId: 'cus_1' }),
      opened({ ...known, lines: [{ offerId: 'off_2', quantity: '1', unitPrice: '20.00' }] }),
      opened({ ...known, newCustomer: { firstName: 'Ada', email: 'ada@moss.example' } }),
    ],
    fetchFacts: [facts, { ...facts, offers: [elsewhere], counterparts: [sold] }],
    placeOrder: [{ id: 'ord_1', number: 1042 }],
  },
  errors: {
    placeOrder: [
      refused(422, {
        details: [
          { path: 'body.lines', message: 'None' },
          { path: 'body.newCustomer.email', message: 'Taken' },
        ],
      }),
      unanswered,
    ],
  },
  identity: ({ content, isAway, isForgetful }: { content: DraftContent; isAway: boolean; isForgetful: boolean }) => [
    content.newCustomer !== undefined,
    content.customerId !== undefined,
    content.lines?.[0]?.quantity,
    isAway,
    isForgetful,
  ],
  // While it is placed, nothing of it changes.
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['field.change', 'customer.new', 'line.remove', 'order.place'])
      expect(snapshot.can({ type, fields: {}, typed: '', index: 0 })).toBe(false)
  },
}

export const orderOptions: Model = {
  machine: orderOptionsMachine,
  inputs: [
    { organizationId: 'org_1', campaignId: 'cmp_1', campaigns: [selling] },
    { organizationId: 'org_1', campaignId: undefined, campaigns: [] },
  ],
  events: {
    'customer.search': [{ text: 'moss' }],
    'offer.search': [{ text: 'lamp' }],
    'campaign.set': [{ campaignId: 'cmp_2' }],
  },
  outputs: { fetchCampaigns: [[selling]], searchCustomers: [[customer]], searchOffers: [[sold]] },
  identity: ({ offerSearch }: { offerSearch: string }) => offerSearch,
}
