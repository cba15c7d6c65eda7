import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { TelephoneToken } from '../../../contract/extensions/telephone'
import type { Api } from '../api'
import { type ActorsOf, required } from '../flowActors'
import { wholeList } from './wholeList'

/** What telephone systems are let in by, the newest first (CA-01). */
export const readTelephoneTokens = ({ extended }: Api, organizationId: string | undefined) =>
  wholeList<TelephoneToken>('telephoneTokens', organizationId, async (asked) => {
    const { reads } = await extended('telephone')
    return answer(await reads.telephone.tokens.query(asked)).data
  })

export async function revokeTelephoneToken({ extended }: Api, tokenId: string): Promise<void> {
  const { client } = await extended('telephone')
  await client.telephone.revokeToken({ params: pathParams({ tokenId }), body: undefined })
}

export const telephoneActors = (api: Api): ActorsOf<'telephoneTokenCreate'> => ({
  createTelephoneToken: fromPromise(async ({ input: { organizationId, values } }) => {
    const { telephone } = (await api.extended('telephone')).client
    const body = { organizationId: required(organizationId, 'Organization ID is required'), name: values.name.trim() }
    return answer(await api.createOnce({ body }, (keyed) => telephone.createToken({ body, ...keyed }))).data
  }),
})
