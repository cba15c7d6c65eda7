import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { TwoSteps } from '../../../contract/extensions/twoSteps'
import type { Api } from '../api'
import type { Read } from '../cache'
import type { ActorsOf } from '../flowActors'
import type { Rows } from './rows'

/** How far the second step at sign-in is set up, as its only row (ST-01). */
export const readTwoSteps = ({ extended }: Api): Read<Rows<TwoSteps>> => ({
  key: ['twoSteps', 'rows'],
  fetch: async (signal) => {
    const { reads } = await extended('users')
    return { rows: [answer(await reads.users.twoSteps.query({ fetchOptions: { signal } })).data], total: 1 }
  },
})

export const twoStepActors = ({
  extended,
}: Api): ActorsOf<'appAdd'> &
  ActorsOf<'appRemove'> &
  ActorsOf<'recoveryCodesRenew'> &
  ActorsOf<'passkeyAdd'> &
  ActorsOf<'passkeyRename'> &
  ActorsOf<'passkeyRemove'> => ({
  beginApp: fromPromise(async ({ input: { values } }) => {
    const { users } = (await extended('users')).client
    return answer(await users.beginApp({ body: { password: values.password } })).data
  }),
  confirmApp: fromPromise(async ({ input: { token, values } }) => {
    const { users } = (await extended('users')).client
    return answer(await users.confirmApp({ body: { token, oneTimeCode: values.oneTimeCode } })).data
  }),
  removeApp: fromPromise(async ({ input: { values } }) => {
    const { users } = (await extended('users')).client
    await users.removeApp({ body: values })
  }),
  addPasskey: fromPromise(async ({ input: { values } }) => {
    const { users } = (await extended('users')).client
    const { name, password } = values
    const { options } = answer(await users.beginPasskey({ body: { password } })).data
    const credential = await (await import('../../browser/passkeys')).makePasskey(options)
    return answer(await users.addPasskey({ body: { name, credential } })).data
  }),
  renamePasskey: fromPromise(async ({ input: { id, values } }) => {
    const { users } = (await extended('users')).client
    await users.renamePasskey({ params: pathParams({ passkeyId: id }), body: values })
  }),
  removePasskey: fromPromise(async ({ input: { id, values } }) => {
    const { users } = (await extended('users')).client
    await users.removePasskey({ params: pathParams({ passkeyId: id }), body: values })
  }),
  renewRecoveryCodes: fromPromise(async ({ input: { values } }) => {
    const { users } = (await extended('users')).client
    const { recoveryCodes } = answer(await users.renewRecoveryCodes({ body: values })).data
    return { recoveryCodes: recoveryCodes ?? [] }
  }),
})
