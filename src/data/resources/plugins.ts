import { fromPromise } from 'xstate'
import { answer } from '../../../contract/client/client'
import type { Api } from '../api'
import type { ActorsOf } from '../flowActors'

export const pluginActors = ({ reads }: Api): Pick<ActorsOf<'autoresponderCreate'>, 'fetchPlugins'> => ({
  fetchPlugins: fromPromise(async ({ input: { organizationId }, signal }) => {
    if (organizationId === undefined) return []
    return answer(await reads.plugins.listInstalled.query({ query: { organizationId }, fetchOptions: { signal } })).data
  }),
})
