import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { inviteStates, inviteVerdicts } from '../rules/invites'
import { acknowledged, email, extension, extensionPublic, id, secret, shownText, token } from '../schemas'
import { idempotencyKey } from '../versions'

/** What a person is to an organization; never shown as a word on a person (SE-12). */
export const memberRole = z.enum(['owner', 'agent'])

/** An invite as those see it who work in its organization. What opens it is told by `copyLink` alone. */
export const invite = z.object({
  id,
  email: z.string(),
  role: memberRole,
  state: z.enum(inviteStates),
  invitedByName: shownText,
  /** When it was mailed last. */
  sentAt: shownText,
  expiresAt: shownText,
  /** When the invited person asked for a new one, since it was mailed last. */
  askedAt: shownText,
})
export type Invite = z.infer<typeof invite>

export const inviteCreate = z.object({
  organizationId: id,
  emails: z.array(email).check(z.minLength(1), z.maxLength(50)),
  role: memberRole,
})
export type InviteCreate = z.infer<typeof inviteCreate>

/** What became of one address. */
export const invitedAddress = z.object({ email: z.string(), verdict: z.enum(inviteVerdicts) })
export type InvitedAddress = z.infer<typeof invitedAddress>

/** An invite as whoever holds its link sees it (IN-02). */
export const invitation = z.object({
  state: z.enum(inviteStates),
  /** Whom it is for, and nobody else. */
  email: z.string(),
  /** None when it has ended. */
  organizationId: z.nullish(id),
  organizationName: shownText,
  invitedByName: shownText,
  role: memberRole,
  expiresAt: shownText,
  /** Whether a new one has been asked for already. */
  isAsked: z.boolean(),
  /** Whether the address has an account, and whether that is in the organization already. */
  hasAccount: z.boolean(),
  isMember: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

const ofInvite = z.object({ inviteId: id })
const byToken = z.object({ token })

/** Letting people into an organization (IN-01, IN-02). Accepting is of the own account: `users.acceptInvite`. */
export const invites = routes({
  list: {
    method: 'GET',
    path: '/invites',
    summary: 'List the invites of an organization that are open or declined, the newest first',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(invite) }) },
  },
  create: {
    method: 'POST',
    path: '/invites',
    summary: 'Invite people by their email addresses; each is told what became of it',
    description:
      'Addresses are bound in lower case, and one that comes twice is one. Who works there already and who has an open ' +
      'invite is mailed nothing.',
    metadata: extension,
    headers: idempotencyKey,
    body: inviteCreate,
    responses: { 200: z.object({ data: z.array(invitedAddress) }) },
  },
  sendAgain: {
    method: 'POST',
    path: '/invites/:inviteId/send-again',
    summary: 'Mail an invite again, which renews it',
    metadata: extension,
    pathParams: ofInvite,
    body: z.object({}),
    responses: { 200: z.object({ data: invite }) },
  },
  revoke: {
    method: 'POST',
    path: '/invites/:inviteId/revoke',
    summary: 'Revoke an invite, whose link then opens nothing; a declined one is taken off the list',
    metadata: extension,
    pathParams: ofInvite,
    body: z.object({}),
    responses: { 200: acknowledged },
  },
  copyLink: {
    method: 'POST',
    path: '/invites/:inviteId/link',
    summary: 'Read the link of an open invite, to hand it over by another way than mail',
    metadata: extension,
    pathParams: ofInvite,
    body: z.object({}),
    responses: { 200: z.object({ data: z.object({ linkUrl: secret(z.string()) }) }) },
  },
  read: {
    method: 'POST',
    path: '/invites/by-token',
    summary: 'Read who is invited to what by the token of a link, in whatever state that is',
    metadata: { ...extensionPublic, reads: true },
    body: byToken,
    responses: { 200: z.object({ data: invitation }) },
  },
  decline: {
    method: 'POST',
    path: '/invites/decline',
    summary: 'Decline an invite by the token of its link',
    metadata: extensionPublic,
    body: byToken,
    responses: { 200: acknowledged },
  },
  ask: {
    method: 'POST',
    path: '/invites/ask',
    summary: 'Ask those who invited for a new invite, as this one has expired',
    metadata: extensionPublic,
    body: byToken,
    responses: { 200: acknowledged },
  },
})
