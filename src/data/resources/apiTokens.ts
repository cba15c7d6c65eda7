import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { ApiToken } from '../../../contract/extensions/apiTokens'
import { newApiToken } from '../../../contract/forms/apiTokens'
import type { Api } from '../api'
import { type ActorsOf, required } from '../flowActors'
import { wholeList } from './wholeList'

/** What other programs are let in by, the newest first (ST-01). */
export const readApiTokens = ({ extended }: Api, organizationId: string | undefined) =>
  wholeList<ApiToken>('apiTokens', organizationId, async (asked) => {
    const { reads } = await extended('apiTokens')
    return answer(await reads.apiTokens.list.query(asked)).data
  })

export async function revokeApiToken({ extended }: Api, tokenId: string): Promise<void> {
  const { client } = await extended('apiTokens')
  await client.apiTokens.revoke({ params: pathParams({ tokenId }), body: undefined })
}

export const apiTokenActors = (api: Api): ActorsOf<'apiTokenCreate'> => ({
  createApiToken: fromPromise(async ({ input: { organizationId, values } }) => {
    const { apiTokens } = (await api.extended('apiTokens')).client
    const body = newApiToken(required(organizationId, 'Organization ID is required'), values)
    return answer(await api.createOnce({ body }, (keyed) => apiTokens.create({ body, ...keyed }))).data
  }),
})
