import { expect } from 'vitest'
import type { Invitation } from '../../../contract/extensions/invites'
import { inviteStates } from '../../../contract/rules/invites'
import type { Form } from '../../../machines/form'
import { invitationMachine } from '../../../machines/invites/invitation.machine'
import { inviteCreateMachine } from '../../../machines/invites/inviteCreate.machine'
import { inviteLinkMachine } from '../../../machines/invites/inviteLink.machine'
import { organizationCreateMachine } from '../../../machines/organizations/organizationCreate.machine'
import type { Model } from '../explore'
import { refused } from './refusals'

const guest = 'guest@one.example'
const pending: Invitation = {
  state: 'pending',
  email: guest,
  organizationId: 'org_1',
  organizationName: 'One',
  invitedByName: 'Ann',
  role: 'agent',
  expiresAt: '2026-03-09T14:00:00Z',
  isAsked: false,
  hasAccount: true,
  isMember: false,
}

export const inviteCreate: Model = {
  machine: inviteCreateMachine,
  inputs: [{ organizationId: 'org_1' }],
  events: {
    'field.change': [{ fields: { emails: guest } }, { fields: { emails: 'bob@' } }],
    'field.blur': [{ field: 'emails' }],
  },
  outputs: { createInvites: [[{ email: guest, verdict: 'invited' }]] },
  identity: ({ form }: { form: Form<object> }) => form,
  // What can't be read again is closed by nothing but its reader.
  invariant: (snapshot) => {
    if (snapshot.matches('invited')) expect(snapshot.can({ type: 'dialog.leave' })).toBe(false)
  },
}

export const inviteLink: Model = {
  machine: inviteLinkMachine,
  inputs: [{ id: 'inv_1', email: guest }],
  outputs: { readInviteLink: [{ linkUrl: 'https://one.example/invite?token=t' }] },
}

export const invitation: Model = {
  machine: invitationMachine,
  inputs: [undefined, guest, 'other@one.example'].map((email) => ({ token: 't', email })),
  outputs: {
    readInvitation: [
      ...inviteStates.map((state) => ({ ...pending, state })),
      { ...pending, state: 'expired', isAsked: true },
      { ...pending, state: 'accepted', isMember: true },
      { ...pending, hasAccount: false },
    ],
    acceptInvite: [{ organizationId: 'org_1', message: 'Welcome to One.' }],
  },
  errors: { readInvitation: [refused(404, {}), new Error('no answer')] },
  // Nobody but the invited person can accept.
  invariant: (snapshot) => {
    const { email } = snapshot.context as { email: string | undefined }
    if (email !== guest) expect(snapshot.can({ type: 'invitation.accept' })).toBe(false)
  },
}

export const organizationCreate: Model = {
  machine: organizationCreateMachine,
  inputs: [{}],
  events: {
    'field.change': [{ fields: { name: 'Second shop' } }, { fields: { name: ' ' } }],
    'field.blur': [{ field: 'name' }],
  },
  outputs: { createOrganization: [{ id: 'org_2' }] },
  identity: ({ form }: { form: Form<object> }) => form,
}
