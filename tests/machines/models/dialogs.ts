import { expect } from 'vitest'
import { autoresponderAddMachine } from '../../../machines/autoresponderAdd.machine'
import { campaignUpdateMachine } from '../../../machines/campaignUpdate.machine'
import { offerCreateMachine } from '../../../machines/offerCreate.machine'
import { offerDeleteMachine } from '../../../machines/offerDelete.machine'
import { offerEditMachine } from '../../../machines/offerEdit.machine'
import { profileUpdateMachine } from '../../../machines/profileUpdate.machine'
import { rereadMachine } from '../../../machines/reread.machine'
import type { Form } from '../../../machines/form'
import type { Model } from '../explore'
import { campaign, offer, otherOffer, user } from './records'

const formOf = <Values>({ form }: { form: Form<Values> }) => form

export const offerEdit: Model = {
  machine: offerEditMachine,
  inputs: [{ offer }],
  events: {
    'field.change': [{ fields: { basePrice: '12.50' } }, { fields: { basePrice: 'a lot' } }],
    'field.blur': [{ field: 'basePrice' }],
    'offer.refresh': [{ offer }, { offer: otherOffer }],
  },
  identity: formOf,
  // While the update is under way, nothing can be typed, sent or cancelled (EO-03).
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['field.change', 'dialog.submit', 'dialog.cancel']) expect(snapshot.can({ type })).toBe(false)
  },
}

export const offerDelete: Model = {
  machine: offerDeleteMachine,
  inputs: [{ offer }],
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['dialog.submit', 'dialog.cancel']) expect(snapshot.can({ type })).toBe(false)
  },
}

export const reread: Model = { machine: rereadMachine, inputs: [{ resource: 'offers' }] }

export const offerCreate: Model = {
  machine: offerCreateMachine,
  inputs: [{ campaignId: 'cmp_1', organizationId: 'org_1' }],
  events: {
    'field.change': [
      { fields: { product: { id: 'prd_1', name: 'Lamp' }, quantity: '5', basePrice: '10' } },
      { fields: { quantity: '0' } },
    ],
    'field.blur': [{ field: 'quantity' }],
    'product.search': [{ text: 'lamp' }],
  },
  outputs: { fetchGateways: [[{ id: 'gtw_1', displayName: 'Main' }]], searchProducts: [[{ id: 'prd_1' }]] },
  identity: ({ form }: { form: Form<object> }) => form,
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['field.change', 'dialog.submit', 'dialog.cancel']) expect(snapshot.can({ type })).toBe(false)
  },
}

export const campaignUpdate: Model = {
  machine: campaignUpdateMachine,
  inputs: [{ campaign }, { campaign, draft: { name: '', mustAgreeToTerms: false } }],
  events: {
    'field.change': [{ fields: { name: 'Summer Coolers' } }, { fields: { name: ' ' } }],
    'field.blur': [{ field: 'name' }],
  },
  identity: formOf,
  // The dialog closes on Update, so a busy one is never open (UC-02).
  invariant: (snapshot) => expect(snapshot.hasTag('busy') && snapshot.hasTag('open')).toBe(false),
}

export const autoresponderAdd: Model = {
  machine: autoresponderAddMachine,
  inputs: [{ campaignId: 'cmp_1', organizationId: 'org_1' }],
  events: {
    'field.change': [
      { fields: { pluginInstanceId: 'plg_1', from: 'a@b.example', subject: 'Thanks' } },
      { fields: { from: 'nobody' } },
    ],
    'field.blur': [{ field: 'subject' }],
  },
  outputs: { fetchPlugins: [[{ instance: { id: 'plg_1', name: 'Mail' } }], []] },
  identity: formOf,
}

export const profileUpdate: Model = {
  machine: profileUpdateMachine,
  inputs: [{ user }],
  events: {
    'field.change': [{ fields: { name: 'D. Reyes' } }, { fields: { email: 'nobody' } }],
    'field.blur': [{ field: 'email' }],
  },
  outputs: { saveProfile: [{ message: 'Saved', user }] },
  identity: formOf,
}
