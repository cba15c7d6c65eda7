import { expect } from 'vitest'
import { campaignEditValues } from '../../../contract/forms/campaigns'
import { noWork } from '../../../contract/forms/handOver'
import { wrongCurrentPassword } from '../../../contract/forms/password'
import { wrongCode } from '../../../contract/rules/twoSteps'
import { noColleague } from '../../../contract/rules/members'
import { autoresponderCreateMachine } from '../../../machines/autoresponders/autoresponderCreate.machine'
import { campaignArchiveMachine } from '../../../machines/campaigns/campaignArchive.machine'
import { campaignCreateMachine } from '../../../machines/campaigns/campaignCreate.machine'
import { campaignEditMachine } from '../../../machines/campaigns/campaignEdit.machine'
import { campaignMembersMachine } from '../../../machines/campaigns/campaignMembers.machine'
import { campaignScriptMachine } from '../../../machines/campaigns/campaignScript.machine'
import { customerEditMachine } from '../../../machines/customers/customerEdit.machine'
import { customerMergeMachine } from '../../../machines/customers/customerMerge.machine'
import { customerUnmergeMachine } from '../../../machines/customers/customerUnmerge.machine'
import { memberRoleMachine } from '../../../machines/members/memberRole.machine'
import { memberChangeMachine } from '../../../machines/members/memberChange.machine'
import { offerCreateMachine } from '../../../machines/offers/offerCreate.machine'
import { orderAddressEditMachine } from '../../../machines/orders/orderAddressEdit.machine'
import { orderCancelMachine } from '../../../machines/orders/orderCancel.machine'
import { orderNoteMachine } from '../../../machines/orders/orderNote.machine'
import { recordDeleteMachine } from '../../../machines/recordDelete.machine'
import { offerEditMachine } from '../../../machines/offers/offerEdit.machine'
import { appAddMachine } from '../../../machines/session/appAdd.machine'
import { appRemoveMachine } from '../../../machines/session/appRemove.machine'
import { deviceSignOutMachine } from '../../../machines/session/deviceSignOut.machine'
import { passwordChangeMachine } from '../../../machines/session/passwordChange.machine'
import { passkeyAddMachine } from '../../../machines/session/passkeyAdd.machine'
import { passkeyRemoveMachine } from '../../../machines/session/passkeyRemove.machine'
import { passkeyRenameMachine } from '../../../machines/session/passkeyRename.machine'
import { recoveryCodesRenewMachine } from '../../../machines/session/recoveryCodesRenew.machine'
import { profileEditMachine } from '../../../machines/session/profileEdit.machine'
import { rereadMachine } from '../../../machines/reread.machine'
import type { Form } from '../../../machines/form'
import type { Model } from '../explore'
import type { WithUnanswered } from '../../../machines/factories/unanswered'
import { lost, outdated, refused } from './refusals'
import { campaign, customer, offer, order, otherCampaign, otherCustomer, otherOffer, otherOrder, user } from './records'

const formOf = <Values>({ form }: { form: Form<Values> }) => form
const formAndTheirs = ({ form, theirs }: { form: Form<object>; theirs: unknown }) => [form, theirs]

export const offerEdit: Model = {
  machine: offerEditMachine,
  inputs: [{ offer, place: null }],
  events: {
    'field.change': [{ fields: { basePrice: '12.50' } }, { fields: { basePrice: 'a lot' } }],
    'field.blur': [{ field: 'basePrice' }],
    'record.refresh': [{ record: offer }, { record: otherOffer }],
  },
  errors: { saveOffer: [outdated({ ...offer, version: 2 }), outdated(otherOffer), new Error('refused')] },
  identity: formAndTheirs,
  // While the update is under way, nothing can be typed, sent or cancelled (EO-03).
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['field.change', 'dialog.submit', 'dialog.cancel']) expect(snapshot.can({ type })).toBe(false)
  },
}

export const recordDelete: Model = {
  machine: recordDeleteMachine,
  inputs: [
    { id: 'off_1', resource: 'offers', name: 'Trail Backpack' },
    { id: 'cus_1', resource: 'customers', name: 'Ada Moss' },
  ],
  invariant: (snapshot) => {
    if (snapshot.matches('undoable')) expect(snapshot.context.resource).toBe('customers')
    if (!snapshot.hasTag('busy')) return
    for (const type of ['dialog.submit', 'dialog.cancel']) expect(snapshot.can({ type })).toBe(false)
  },
}

export const reread: Model = { machine: rereadMachine, inputs: [{ resource: 'offers', kind: 'merge' }] }

export const offerCreate: Model = {
  machine: offerCreateMachine,
  inputs: [
    { campaignId: 'cmp_1', organizationId: 'org_1', source: null },
    { campaignId: 'cmp_1', organizationId: 'org_1', source: offer },
  ],
  events: {
    'field.change': [
      { fields: { product: { id: 'prd_1', name: 'Lamp' }, quantity: '5', basePrice: '10' } },
      { fields: { quantity: '0' } },
    ],
    'field.blur': [{ field: 'quantity' }],
    'product.search': [{ text: 'lamp' }],
    'product.choose': [{ productId: 'prd_1' }, { productId: 'gone' }],
  },
  outputs: {
    fetchGateways: [[{ id: 'gtw_1', displayName: 'Main' }]],
    searchProducts: [[{ id: 'prd_1', price: 19.9 }]],
  },
  identity: ({ form }: { form: Form<object> }) => form,
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['field.change', 'dialog.submit', 'dialog.cancel']) expect(snapshot.can({ type })).toBe(false)
  },
}

export const campaignEdit: Model = {
  machine: campaignEditMachine,
  inputs: [{ campaign }, { campaign, draft: { ...campaignEditValues(campaign), name: '' } }],
  events: {
    'field.change': [{ fields: { name: 'Summer Coolers' } }, { fields: { name: ' ' } }],
    'field.blur': [{ field: 'name' }],
    'record.refresh': [{ record: campaign }, { record: otherCampaign }],
  },
  errors: { saveCampaign: [outdated({ ...campaign, version: 2 }), outdated(otherCampaign), new Error('refused')] },
  identity: formAndTheirs,
  // The dialog closes on Update, so a busy one is never open (UC-02).
  invariant: (snapshot) => expect(snapshot.hasTag('busy') && snapshot.hasTag('open')).toBe(false),
}

const script = { id: 'cmp_1', organizationId: 'org_1', script: 'Hello {customer.firstName}', version: 1 }
const otherScript = { ...script, script: 'Good day', version: 2 }
export const campaignScript: Model = {
  machine: campaignScriptMachine,
  inputs: [{ of: { campaign } }],
  events: {
    'field.change': [{ fields: { script: 'Good evening' } }, { fields: { script: 'x'.repeat(20_001) } }],
    'field.blur': [{ field: 'script' }],
  },
  outputs: { fetchScript: [script] },
  errors: { saveScript: [outdated({ ...script, version: 2 }), outdated(otherScript), new Error('refused')] },
  identity: formAndTheirs,
}

const sellers = { people: [{ id: 'usr_1' }, { id: 'usr_2' }], memberIds: ['usr_1'], version: 1 }
export const campaignMembers: Model = {
  machine: campaignMembersMachine,
  inputs: [{ campaign, organizationId: 'org_1' }],
  events: {
    'field.change': [{ fields: { usr_2: true } }, { fields: { usr_1: false } }],
    'field.blur': [{ field: 'usr_1' }],
  },
  outputs: { fetchSellers: [sellers, { ...sellers, memberIds: ['usr_2'], version: 2 }] },
  errors: { saveSellers: [outdated({ ...campaign, version: 2 }), new Error('refused')] },
  identity: formOf,
}

const handOver = {
  work: { drafts: 1, callBacks: 0, calls: 0 },
  colleagues: [{ id: 'usr_2', name: 'Bo' }],
}
export const memberChange: Model = {
  machine: memberChangeMachine,
  inputs: (['disable', 'enable', 'remove', 'leave'] as const).map((step) => ({
    organizationId: 'org_1',
    member: { id: 'usr_1', name: 'Ann' },
    step,
  })),
  events: {
    'field.change': [{ fields: { handOverTo: 'usr_2' } }],
    'field.blur': [{ field: 'handOverTo' }],
  },
  outputs: { fetchHandOver: [handOver, { work: noWork, colleagues: [] }] },
  errors: {
    takeMemberStep: [
      refused(422, { details: [{ path: 'body.handOverTo', message: noColleague }] }),
      new Error('refused'),
    ],
  },
  identity: formOf,
}

export const customerEdit: Model = {
  machine: customerEditMachine,
  inputs: [{ organizationId: 'org_1' }, { organizationId: 'org_1', customerId: 'cus_1' }],
  events: {
    'field.change': [
      { fields: { firstName: 'Ada', email: 'ada@fern.example', city: 'Bath' } },
      { fields: { email: 'nobody' } },
    ],
    'field.blur': [{ field: 'email' }],
    'record.refresh': [{ record: customer }, { record: otherCustomer }],
    'alike.use': [{ customerId: 'cus_2' }],
  },
  outputs: { fetchCustomer: [customer, undefined] },
  errors: { saveCustomer: [outdated({ ...customer, version: 2 }), outdated(otherCustomer), new Error('refused')] },
  identity: formAndTheirs,
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['field.change', 'dialog.submit', 'dialog.cancel', 'record.refresh'])
      expect(snapshot.can({ type, record: otherCustomer })).toBe(false)
  },
}

export const customerMerge: Model = {
  machine: customerMergeMachine,
  inputs: [{ customer, organizationId: 'org_1' }],
  events: {
    'other.search': [{ text: 'Moss' }],
    'other.choose': [{ customerId: 'cus_2' }],
    'field.change': [{ fields: { email: 'other' } }, { fields: { email: 'kept' } }],
    'field.blur': [{ field: 'email' }],
  },
  outputs: {
    findCustomers: [[customer, { ...otherCustomer, id: 'cus_2' }]],
    readPair: [{ kept: customer, other: { ...otherCustomer, id: 'cus_2' } }],
  },
  identity: formOf,
}

export const memberRole: Model = {
  machine: memberRoleMachine,
  inputs: (['letChange', 'letSell'] as const).map((step) => ({
    organizationId: 'org_1',
    member: { id: 'usr_1', name: 'Ann' },
    step,
  })),
}

export const customerUnmerge: Model = {
  machine: customerUnmergeMachine,
  inputs: [{ id: 'cus_2', name: 'Ada Moss' }],
}

export const autoresponderCreate: Model = {
  machine: autoresponderCreateMachine,
  inputs: [
    { campaignId: 'cmp_1', organizationId: 'org_1', source: null },
    { campaignId: 'cmp_1', organizationId: 'org_1', source: offer },
  ],
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

export const profileEdit: Model = {
  machine: profileEditMachine,
  inputs: [{ user }],
  events: {
    'field.change': [{ fields: { name: 'D. Reyes' } }, { fields: { email: 'nobody' } }],
    'field.blur': [{ field: 'email' }],
  },
  outputs: { saveProfile: [{ message: 'Saved', user }] },
  identity: formOf,
}

export const passwordChange: Model = {
  machine: passwordChangeMachine,
  inputs: [{ email: user.email }],
  events: {
    'field.change': [
      { fields: { currentPassword: 'the old one', password: 'the new one' } },
      { fields: { password: 'short' } },
    ],
    'field.blur': [{ field: 'password' }],
  },
  errors: {
    changePassword: [
      refused(422, { details: [{ path: 'body.currentPassword', message: wrongCurrentPassword }] }),
      new Error('refused'),
    ],
  },
  identity: formOf,
}

const proofRefused = refused(422, { details: [{ path: 'body.oneTimeCode', message: wrongCode }] })
const proofEvents = {
  'field.change': [
    { fields: { password: 'correct horse', oneTimeCode: '123 456' } },
    { fields: { password: '', oneTimeCode: '' } },
  ],
  'field.blur': [{ field: 'oneTimeCode' }],
}

export const appAdd: Model = {
  machine: appAddMachine,
  inputs: [{ email: user.email }],
  events: proofEvents,
  outputs: {
    beginApp: [{ token: 'challenge', appKey: 'JBSWY3DPEHPK3PXP' }],
    confirmApp: [{ recoveryCodes: ['AAAAAA-AAAAAA'] }, { recoveryCodes: null }],
  },
  errors: {
    beginApp: [
      refused(422, { details: [{ path: 'body.password', message: wrongCurrentPassword }] }),
      new Error('refused'),
    ],
    confirmApp: [proofRefused, new Error('refused')],
  },
  identity: formOf,
  // What can't be read again is closed by nothing but its reader.
  invariant: (snapshot) => {
    if (snapshot.matches('codes')) expect(snapshot.can({ type: 'dialog.leave' })).toBe(false)
  },
}

export const appRemove: Model = {
  machine: appRemoveMachine,
  inputs: [{}],
  events: proofEvents,
  errors: { removeApp: [proofRefused, new Error('refused')] },
  identity: formOf,
}

const passwordRefused = refused(422, { details: [{ path: 'body.password', message: wrongCurrentPassword }] })

export const passkeyAdd: Model = {
  machine: passkeyAddMachine,
  inputs: [{ email: user.email }],
  events: {
    'field.change': [{ fields: { name: 'Laptop', password: 'correct horse' } }, { fields: { name: '', password: '' } }],
    'field.blur': [{ field: 'name' }],
  },
  outputs: { addPasskey: [{ recoveryCodes: ['AAAAAA-AAAAAA'] }, { recoveryCodes: null }] },
  errors: { addPasskey: [passwordRefused, new Error('refused')] },
  identity: formOf,
  invariant: (snapshot) => {
    if (snapshot.matches('codes')) expect(snapshot.can({ type: 'dialog.leave' })).toBe(false)
    // While the browser asks, nothing else is asked.
    if (!snapshot.hasTag('busy')) return
    for (const type of ['field.change', 'dialog.submit', 'dialog.leave']) expect(snapshot.can({ type })).toBe(false)
  },
}

const passkey = { id: 'pk_1', name: 'Laptop' }

export const passkeyRename: Model = {
  machine: passkeyRenameMachine,
  inputs: [{ passkey }],
  events: {
    'field.change': [{ fields: { name: 'Phone' } }, { fields: { name: '' } }],
    'field.blur': [{ field: 'name' }],
  },
  errors: {
    renamePasskey: [refused(422, { details: [{ path: 'body.name', message: 'Too long' }] }), new Error('refused')],
  },
  identity: formOf,
}

export const passkeyRemove: Model = {
  machine: passkeyRemoveMachine,
  inputs: [{ passkey }],
  events: {
    'field.change': [{ fields: { password: 'correct horse' } }, { fields: { password: '' } }],
    'field.blur': [{ field: 'password' }],
  },
  errors: { removePasskey: [passwordRefused, new Error('refused')] },
  identity: formOf,
}

export const recoveryCodesRenew: Model = {
  machine: recoveryCodesRenewMachine,
  inputs: [{ email: user.email }],
  events: proofEvents,
  outputs: { renewRecoveryCodes: [{ recoveryCodes: ['AAAAAA-AAAAAA'] }] },
  errors: { renewRecoveryCodes: [proofRefused, new Error('refused')] },
  identity: formOf,
  invariant: (snapshot) => {
    if (snapshot.matches('renewed')) expect(snapshot.can({ type: 'dialog.leave' })).toBe(false)
  },
}

export const deviceSignOut: Model = {
  machine: deviceSignOutMachine,
  inputs: [{ device: undefined }, { device: { id: 'ses_1', device: 'Firefox on Windows' } }],
}

export const campaignCreate: Model = {
  machine: campaignCreateMachine,
  inputs: [
    { source: null, organizationId: 'org_1' },
    { source: campaign, organizationId: 'org_1' },
  ],
  events: {
    'field.change': [{ fields: { name: 'Autumn Lights' } }, { fields: { name: ' ' } }],
    'field.blur': [{ field: 'name' }],
  },
  outputs: { createCampaign: [campaign] },
  identity: formOf,
}

export const campaignArchive: Model = {
  machine: campaignArchiveMachine,
  inputs: [{ campaign }, { campaign: { ...campaign, archivedAt: '2026-01-01T00:00:00Z' } }],
}

export const orderAddressEdit: Model = {
  machine: orderAddressEditMachine,
  inputs: [{ order }],
  events: {
    'field.change': [{ fields: { city: 'Houston' } }, { fields: { postalCode: '' } }],
    'field.blur': [{ field: 'city' }],
    'record.refresh': [{ record: order }, { record: otherOrder }],
  },
  errors: { saveOrderAddress: [outdated({ ...order, version: 2 }), outdated(otherOrder), new Error('refused')] },
  identity: formAndTheirs,
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['field.change', 'dialog.submit', 'dialog.cancel']) expect(snapshot.can({ type })).toBe(false)
  },
}

export const orderCancel: Model = {
  machine: orderCancelMachine,
  inputs: [{ order }, { order, isPaid: true, refund: 4_000 }],
  events: {
    'field.change': [{ fields: { reason: 'Changed their mind' } }, { fields: { reason: 'x'.repeat(1_001) } }],
    'field.blur': [{ field: 'reason' }],
  },
  errors: { cancelOrder: [new Error('refused'), lost] },
  identity: ({ form, unanswered }: { form: Form<object> } & WithUnanswered) => [form, unanswered !== undefined],
}

export const orderNote: Model = {
  machine: orderNoteMachine,
  inputs: [{ order }],
  events: { 'field.change': [{ fields: { text: 'Ring twice' } }], 'field.blur': [{ field: 'text' }] },
  errors: { writeOrderNote: [new Error('refused'), lost] },
  identity: ({ form, unanswered }: { form: Form<object> } & WithUnanswered) => [form, unanswered !== undefined],
}
