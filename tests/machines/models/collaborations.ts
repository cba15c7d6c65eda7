import type { CollaborationRecord, Invitation } from '../../../contract/extensions/collaborations'
import { alreadyInvited } from '../../../contract/rules/collaborations'
import { collaborationAcceptMachine } from '../../../machines/collaborations/collaborationAccept.machine'
import { collaborationCreateMachine } from '../../../machines/collaborations/collaborationCreate.machine'
import { collaborationDeclineMachine } from '../../../machines/collaborations/collaborationDecline.machine'
import { collaborationSellMachine } from '../../../machines/collaborations/collaborationSell.machine'
import { collaborationShareMachine } from '../../../machines/collaborations/collaborationShare.machine'
import { collaborationStepMachine } from '../../../machines/collaborations/collaborationStep.machine'
import { soldOrderViewMachine } from '../../../machines/collaborations/soldOrderView.machine'
import type { Form } from '../../../machines/form'
import type { Model } from '../explore'
import { refused } from './refusals'

const formOf = <Values>({ form }: { form: Form<Values> }) => form
const campaigns = [{ campaignId: 'cmp_1', name: 'Spring Launch', right: 'sell' as const, isOnSale: true }]
const collaboration: CollaborationRecord = { id: 'col_1', side: 'given', state: 'active', version: 2, campaigns }
const invitation: Invitation = { id: 'col_1', organizationName: 'Northwind Supply', state: 'invited', campaigns }

const choosing = {
  'field.change': [{ fields: { campaigns: { cmp_1: 'see' } } }, { fields: { campaigns: {} } }],
  'field.blur': [{ field: 'campaigns' }],
}

export const collaborationCreate: Model = {
  machine: collaborationCreateMachine,
  inputs: [{ organizationId: 'org_1' }],
  events: {
    'field.change': [
      { fields: { email: 'robin@rival.example', share: '12.5', campaigns: { cmp_1: 'sell' } } },
      { fields: { share: '101' } },
    ],
    'field.blur': [{ field: 'share' }],
  },
  errors: {
    inviteCollaborator: [
      refused(422, { details: [{ path: 'body.email', message: alreadyInvited }] }),
      new Error('refused'),
    ],
  },
  identity: formOf,
}

export const collaborationSell: Model = {
  machine: collaborationSellMachine,
  inputs: [
    { organizationId: 'org_2', collaboration: { ...collaboration, side: 'received' } },
    {
      organizationId: 'org_2',
      collaboration: { ...collaboration, side: 'received' },
      begun: { campaignId: 'cmp_1', draftId: 'drf_1', buyer: { firstName: 'Ines' } },
    },
  ],
  events: {
    'field.change': [
      {
        fields: {
          lines: [{ key: 1, offerId: 'off_1', quantity: '1', unitPrice: '20' }],
          firstName: 'Ines',
          address1: '9 Heron Wharf',
          city: 'Austin',
          state: 'TX',
          postalCode: '78704',
          country: 'US',
        },
      },
      { fields: { campaignId: '' } },
    ],
    'field.blur': [{ field: 'firstName' }],
  },
  outputs: { sellByCollaboration: [{ sold: { id: 'ord_1', number: 12 } }] },
  errors: {
    sellByCollaboration: [
      refused(422, { details: [{ path: 'body.lines.0.quantity', message: 'This offer is sold out.' }] }),
      new Error('refused'),
    ],
  },
  identity: formOf,
}

export const soldOrderView: Model = {
  machine: soldOrderViewMachine,
  inputs: [{ collaborationId: 'col_1', order: { id: 'ord_1', number: 12 } }],
}

export const collaborationShare: Model = {
  machine: collaborationShareMachine,
  inputs: [{ collaboration }],
  events: choosing,
  identity: formOf,
}

export const collaborationAccept: Model = {
  machine: collaborationAcceptMachine,
  inputs: [{ organizationId: 'org_2', invitation, token: 'secret' }],
  events: choosing,
  identity: formOf,
}

export const collaborationDecline: Model = {
  machine: collaborationDeclineMachine,
  inputs: [{ organizationId: 'org_2', invitation, token: 'secret' }],
}

export const collaborationStep: Model = {
  machine: collaborationStepMachine,
  inputs: [
    ...['renew', 'pause', 'resume', 'end'].map((step) => ({ collaboration, step })),
    { collaboration: { ...collaboration, state: 'invited' }, step: 'end' },
  ],
}
