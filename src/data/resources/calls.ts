import { fromPromise } from 'xstate'
import { answer } from '../../../contract/client/client'
import type { Call } from '../../../contract/calls'
import type { Api } from '../api'

export const callActors = ({ reads }: Api) => ({
  fetchOngoingCall: fromPromise<Call | undefined>(
    async ({ signal }) => answer(await reads.calls.ongoing.query({ fetchOptions: { signal } })).data ?? undefined,
  ),
})
