import { fromPromise } from 'xstate'
import { answer } from '../../../contract/client/client'
import type { User } from '../../../contract/users'
import type { Api } from '../api'
import { type ActorsOf, someFields } from '../flowActors'

export const currentUserActor = ({ reads }: Api) => ({
  fetchCurrentUser: fromPromise<User>(
    async ({ signal }) => answer(await reads.users.me.query({ fetchOptions: { signal } })).data,
  ),
})

export const userActors = ({ client }: Api): ActorsOf<'profileEdit'> => ({
  saveProfile: fromPromise(async ({ input: { fields } }) => {
    const { message, data } = answer(await client.users.update({ body: someFields(fields) }))
    return { message, user: data.user }
  }),
})
