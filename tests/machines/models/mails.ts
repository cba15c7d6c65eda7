import { expect } from 'vitest'
import type { Autoresponder } from '../../../contract/autoresponders'
import type { TeamGoals } from '../../../contract/extensions/leaderboard'
import type { OrderMail } from '../../../contract/extensions/orderMails'
import type { EmailProvider } from '../../../contract/extensions/plugins'
import type { OrganizationPermissions, OrganizationSettings } from '../../../contract/extensions/organizations'
import type { Seller } from '../../../contract/extensions/sellers'
import { autoresponderEditMachine } from '../../../machines/autoresponders/autoresponderEdit.machine'
import type { Form } from '../../../machines/form'
import { goalsEditMachine } from '../../../machines/leaderboard/goalsEdit.machine'
import { mailShowMachine } from '../../../machines/mails/mailShow.machine'
import { mailStepMachine } from '../../../machines/mails/mailStep.machine'
import { orderMailEditMachine } from '../../../machines/mails/orderMailEdit.machine'
import { providerEditMachine } from '../../../machines/mails/providerEdit.machine'
import { organizationEditMachine } from '../../../machines/organizations/organizationEdit.machine'
import { permissionsEditMachine } from '../../../machines/organizations/permissionsEdit.machine'
import { sellerEditMachine } from '../../../machines/sellers/sellerEdit.machine'
import type { Model } from '../explore'
import { outdated, refused } from './refusals'

const formAndTheirs = ({ form, theirs }: { form: Form<object>; theirs: unknown }) => [form, theirs]

const autoresponder: Autoresponder & { id: string } = {
  id: 'aut_1',
  pluginInstanceId: 'ins_1',
  from: 'shop@one.example',
  event: 'order.completed',
  subject: 'Order {{order_id}}',
  body: '<p>Hello</p>',
  version: 1,
}

/** While it is saved, nothing can be typed, sent or cancelled. */
const nothingWhileBusy: Model['invariant'] = (snapshot) => {
  if (!snapshot.hasTag('busy')) return
  for (const type of ['field.change', 'dialog.submit', 'dialog.cancel']) expect(snapshot.can({ type })).toBe(false)
}

export const autoresponderEdit: Model = {
  machine: autoresponderEditMachine,
  inputs: [{ autoresponder, organizationId: 'org_1' }],
  events: {
    'field.change': [{ fields: { subject: 'Thanks' } }, { fields: { subject: '{{nothing}}' } }],
    'field.blur': [{ field: 'subject' }],
  },
  outputs: { fetchPlugins: [[{ instance: { id: 'ins_1', name: 'Mailer' } }]] },
  errors: {
    saveAutoresponder: [
      outdated({ ...autoresponder, version: 2 }),
      outdated({ ...autoresponder, version: 2, subject: 'Theirs' }),
      new Error('refused'),
    ],
  },
  identity: formAndTheirs,
  invariant: nothingWhileBusy,
}

const orderMail: OrderMail = {
  id: 'oma_1',
  event: 'order.refunded',
  subject: 'Refund of order {{order_id}}',
  body: '<p>Hello</p>',
  isOriginal: true,
  enabled: true,
  version: 1,
}

export const orderMailEdit: Model = {
  machine: orderMailEditMachine,
  inputs: [{ orderMail, organizationId: 'org_1' }],
  events: {
    'field.change': [{ fields: { subject: 'Money back' } }, { fields: { subject: '{{nothing}}' } }],
    'field.blur': [{ field: 'subject' }],
  },
  errors: {
    saveOrderMail: [
      outdated({ ...orderMail, version: 2 }),
      outdated({ ...orderMail, version: 2, subject: 'Theirs' }),
      new Error('refused'),
    ],
  },
  identity: formAndTheirs,
  invariant: nothingWhileBusy,
}

const seller: Seller = { id: 'sel_1', name: 'One', address: '1 Road', taxNumber: '1', version: 1 }

const permissions: OrganizationPermissions = {
  id: 'org_1',
  refundLimit: 0,
  changesOffers: false,
  seesAllOrders: true,
  exports: false,
  sharesViews: false,
  version: 1,
}

const settings: OrganizationSettings = { id: 'org_1', name: 'One', taxRate: 0, hasOrders: true, version: 1 }

export const organizationEdit: Model = {
  machine: organizationEditMachine,
  inputs: [{ settings, organizationId: 'org_1' }],
  events: {
    'field.change': [{ fields: { name: 'Two' } }, { fields: { name: '' } }],
    'field.blur': [{ field: 'name' }],
  },
  errors: {
    saveOrganization: [
      outdated({ ...settings, version: 2 }),
      outdated({ ...settings, version: 2, name: 'Theirs' }),
      new Error('refused'),
    ],
  },
  identity: formAndTheirs,
  invariant: nothingWhileBusy,
}

export const permissionsEdit: Model = {
  machine: permissionsEditMachine,
  inputs: [{ permissions, organizationId: 'org_1' }],
  events: {
    'field.change': [{ fields: { refundLimit: '20' } }, { fields: { refundLimit: '-1' } }],
    'field.blur': [{ field: 'refundLimit' }],
  },
  errors: {
    savePermissions: [
      outdated({ ...permissions, version: 2 }),
      outdated({ ...permissions, version: 2, changesOffers: true }),
      new Error('refused'),
    ],
  },
  identity: formAndTheirs,
  invariant: nothingWhileBusy,
}

const goals: TeamGoals = { id: 'org_1', today: 500, week: null, month: null, version: 1 }

export const goalsEdit: Model = {
  machine: goalsEditMachine,
  inputs: [{ goals, organizationId: 'org_1' }],
  events: {
    'field.change': [{ fields: { week: '900' } }, { fields: { week: '-1' } }],
    'field.blur': [{ field: 'week' }],
  },
  errors: {
    saveGoals: [
      outdated({ ...goals, version: 2 }),
      outdated({ ...goals, version: 2, today: 600 }),
      new Error('refused'),
    ],
  },
  identity: formAndTheirs,
  invariant: nothingWhileBusy,
}

export const sellerEdit: Model = {
  machine: sellerEditMachine,
  inputs: [{ seller, organizationId: 'org_1' }],
  events: {
    'field.change': [{ fields: { taxNumber: '2' } }, { fields: { taxNumber: '2'.repeat(100) } }],
    'field.blur': [{ field: 'taxNumber' }],
  },
  errors: {
    saveSeller: [
      outdated({ ...seller, version: 2 }),
      outdated({ ...seller, version: 2, taxNumber: 'Theirs' }),
      new Error('refused'),
    ],
  },
  identity: formAndTheirs,
  invariant: nothingWhileBusy,
}

const provider: EmailProvider = {
  id: 'ins_1',
  name: 'Own server',
  kind: 'smtp',
  from: 'shop@one.example',
  host: 'smtp.one.example',
  port: 587,
  security: 'starttls',
  user: 'shop',
  hasPassword: true,
  passwordEnd: 'd 42',
  version: 1,
}

export const providerEdit: Model = {
  machine: providerEditMachine,
  inputs: [
    { provider, organizationId: 'org_1' },
    { provider: undefined, organizationId: 'org_1' },
  ],
  events: {
    'field.change': [{ fields: { name: 'Mailer', kind: 'outbox', from: 'a@b.example' } }, { fields: { name: '' } }],
    'field.blur': [{ field: 'name' }],
  },
  errors: {
    saveProvider: [
      outdated({ ...provider, version: 2 }),
      outdated({ ...provider, version: 2, name: 'Theirs' }),
      refused(422, { details: [{ path: 'body.password', message: 'Type the password again' }] }),
      new Error('refused'),
    ],
  },
  identity: formAndTheirs,
  invariant: nothingWhileBusy,
}

export const mailStep: Model = {
  machine: mailStepMachine,
  inputs: [
    { id: 'aut_1', asked: { of: 'autoresponders', step: 'pause' } },
    { id: 'mai_1', asked: { of: 'mails', step: 'retry' } },
  ],
  outputs: { takeMailStep: ['Done'] },
}

export const mailShow: Model = { machine: mailShowMachine, inputs: [{ of: 'mails', id: 'mai_1' }] }
