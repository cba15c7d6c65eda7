import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { Invitation, Invite } from '../../../contract/extensions/invites'
import { addressesIn, inviteSentAgain } from '../../../contract/rules/invites'
import type { Api } from '../api'
import { type ActorsOf, required } from '../flowActors'
import { wholeList } from './wholeList'

/** The invites of an organization that are open or were declined, the newest first (IN-01). */
export const readInvites = ({ extended }: Api, organizationId: string | undefined) =>
  wholeList<Invite>('invites', organizationId, async (asked) => {
    const { reads } = await extended('invites')
    return answer(await reads.invites.list.query(asked)).data
  })

export async function revokeInvite({ extended }: Api, inviteId: string): Promise<void> {
  const { client } = await extended('invites')
  await client.invites.revoke({ params: pathParams({ inviteId }), body: {} })
}

/** Mails an invite again, and tells what there is to say. */
export async function sendInviteAgain({ extended }: Api, inviteId: string): Promise<string> {
  const { client } = await extended('invites')
  await client.invites.sendAgain({ params: pathParams({ inviteId }), body: {} })
  return inviteSentAgain
}

export const inviteActors = (api: Api): ActorsOf<'inviteCreate'> & ActorsOf<'inviteLink'> => ({
  createInvites: fromPromise(async ({ input: { organizationId, values } }) => {
    const { invites } = (await api.extended('invites')).client
    const body = {
      organizationId: required(organizationId, 'Organization ID is required'),
      emails: addressesIn(values.emails),
      role: values.role,
    }
    return answer(await api.createOnce({ body }, (keyed) => invites.create({ body, ...keyed }))).data
  }),
  readInviteLink: fromPromise(async ({ input: { id } }) => {
    const { invites } = (await api.extended('invites')).client
    return answer(await invites.copyLink({ params: pathParams({ inviteId: id }), body: {} })).data
  }),
})

/** What the page of an invite's link asks for (IN-02). */
export const invitationActors = ({ extended }: Api) => ({
  readInvitation: fromPromise<Invitation, { token: string }>(async ({ input: { token } }) => {
    const { client } = await extended('invites')
    return answer(await client.invites.read({ body: { token } })).data
  }),
  acceptInvite: fromPromise<{ organizationId: string; message: string }, { token: string }>(
    async ({ input: { token } }) => {
      const { client } = await extended('users')
      const { data, message } = answer(await client.users.acceptInvite({ body: { token } }))
      return { organizationId: data.organizationId, message }
    },
  ),
  declineInvite: fromPromise<void, { token: string }>(async ({ input: { token } }) => {
    await (await extended('invites')).client.invites.decline({ body: { token } })
  }),
  askForInvite: fromPromise<void, { token: string }>(async ({ input: { token } }) => {
    await (await extended('invites')).client.invites.ask({ body: { token } })
  }),
})
