import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { Session } from '../../../contract/extensions/users'
import type { Api } from '../api'
import type { Read } from '../cache'
import { type ActorsOf, someFields } from '../flowActors'
import type { Rows } from './rows'

/** Where the person is signed in, which is of no organization (ST-01). */
export const readSessions = ({ extended }: Api): Read<Rows<Session>> => ({
  key: ['sessions', 'rows'],
  fetch: async (signal) => {
    const { reads } = await extended('users')
    const { data } = answer(await reads.users.sessions.query({ fetchOptions: { signal } }))
    return { rows: data, total: data.length }
  },
})

export const userActors = ({
  client,
  extended,
}: Api): ActorsOf<'profileEdit'> & ActorsOf<'passwordChange'> & ActorsOf<'deviceSignOut'> => ({
  saveProfile: fromPromise(async ({ input: { fields } }) => {
    const { message, data } = answer(await client.users.update({ body: someFields(fields) }))
    return { message, user: data.user }
  }),
  changePassword: fromPromise(async ({ input: { values } }) => {
    const { currentPassword, password } = values
    await (await extended('users')).client.users.changePassword({ body: { currentPassword, password } })
  }),
  signOutDevices: fromPromise(async ({ input: { device } }) => {
    const { users } = (await extended('users')).client
    await (device
      ? users.endSession({ params: pathParams({ sessionId: device.id }), body: undefined })
      : users.endOtherSessions({ body: {} }))
  }),
})
