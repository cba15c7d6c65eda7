import { inviteDeclined, inviteRevoked, newInviteAskedFor } from '../../contract/rules/invites'
import { ownOrganization } from '../auth/access'
import { inOrganization, withRecord } from '../auth/withRecord'
import { hasKey } from '../db/keys'
import { invites } from '../db/schema/organizations'
import type { Handlers } from '../http/contract'
import { askForInvite, declineInvite, readInvitation } from '../invites/answer'
import { inviteAll, linkOf, sendAgain } from '../invites/make'
import {
  anInvite,
  type FoundInvite,
  inviteOf,
  noSuchInvite,
  openInvites,
  refuseImpossible,
  shownInvite,
} from '../invites/record'
import type { Services } from './services'

/** The invite that a token opens. Throws a 404 for a token that was never given, which is counted. */
export async function knownInvite(
  { database, limiter }: Services,
  token: string,
  network: string,
): Promise<FoundInvite> {
  const found = await database.system((tx) => inviteOf(tx, token))
  if (found) return found
  await limiter.count('wrongToken', network)
  throw noSuchInvite()
}

export function inviteHandlers(services: Services): Handlers['invites'] {
  const { database, config, secrets, now, nudgeOutbox } = services
  const inviting = { secrets, publicUrl: config.publicUrl }
  return {
    list: async ({ query: { organizationId }, caller }) => {
      const orgId = ownOrganization(caller, organizationId)
      return { data: await database.tenant(orgId, (tx) => openInvites(tx, orgId, now())) }
    },

    create: inOrganization(
      'Organization',
      ({ tx, orgId, body, caller, now: at }) => inviteAll(tx, { orgId, caller, now: at }, body, inviting),
      (data) => {
        nudgeOutbox()
        return { data }
      },
    ),

    sendAgain: withRecord(
      anInvite,
      ({ tx, record, now: at }) => sendAgain(tx, record, at, inviting),
      (sent, { now: at }) => {
        nudgeOutbox()
        return { data: shownInvite(sent, at) }
      },
    ),

    revoke: withRecord(
      anInvite,
      async ({ tx, orgId, id, record, now: at }) => {
        // Who revokes it twice has what they want.
        if (!record.revoked) {
          refuseImpossible(record, 'revoke', at)
          await tx
            .update(invites)
            .set({ revoked: true, sealedToken: null })
            .where(hasKey(invites, orgId, id))
        }
        return true
      },
      () => ({ success: true, message: inviteRevoked }),
    ),

    copyLink: withRecord(anInvite, ({ record, now: at }) => Promise.resolve({ linkUrl: linkOf(record, at, inviting) })),

    read: async ({ body: { token }, network }) => {
      const found = await knownInvite(services, token, network)
      return { data: await database.system((tx) => readInvitation(tx, found, now())) }
    },

    decline: async ({ body: { token }, network }) => {
      await declineInvite(database, await knownInvite(services, token, network), now())
      return { success: true, message: inviteDeclined }
    },

    ask: async ({ body: { token }, network }) => {
      await askForInvite(database, await knownInvite(services, token, network), now(), config.publicUrl)
      nudgeOutbox()
      return { success: true, message: newInviteAskedFor }
    },
  }
}
