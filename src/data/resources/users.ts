import { fromPromise } from 'xstate'
import { answer } from '../../../contract/client/client'
import type { User } from '../../../contract/users'
import type { Api } from '../api'

export const currentUserActor = ({ reads }: Api) => ({
  fetchCurrentUser: fromPromise<User>(
    async ({ signal }) => answer(await reads.users.me.query({ fetchOptions: { signal } })).data,
  ),
})
