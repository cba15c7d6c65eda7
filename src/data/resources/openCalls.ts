import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { CallRecord } from '../../../contract/extensions/calls'
import type { WrapUpValues } from '../../../contract/rules/wrapUp'
import type { Api } from '../api'
import type { Read } from '../cache'
import { type ActorsOf, required } from '../flowActors'
import { wholeList } from './wholeList'

/** The person's calls that are talked or have yet to be wrapped up (CA-01). */
export const readOpenCalls = ({ extended }: Api, organizationId: string): Read<readonly CallRecord[]> => ({
  key: ['calls', 'open', organizationId],
  fetch: async (signal) => {
    const { reads } = await extended('calls')
    return answer(await reads.calls.open.query({ query: { organizationId }, fetchOptions: { signal } })).data
  },
})

/**
 * The call that the person talks in, as the server says now: an answer that was read before may be of an earlier one.
 * Nobody knows of one while the server can't be asked, which holds nothing up.
 */
export async function fetchTalking(
  api: Api,
  organizationId: string,
  signal: AbortSignal,
): Promise<CallRecord | undefined> {
  const calls = await readOpenCalls(api, organizationId)
    .fetch(signal)
    .catch(() => [])
  return calls.find(({ state }) => state === 'talking')
}

/** Who is on the phone, as far as this page knows by now and nobody has found them; an order waits for nothing. */
export function knownCaller(api: Api, organizationId: string): { phone?: string; country?: string } {
  const calls = api.queryClient.getQueryData<readonly CallRecord[]>(readOpenCalls(api, organizationId).key) ?? []
  const { customerId, phone, country } = calls.find(({ state }) => state === 'talking') ?? {}
  return { ...(phone && !customerId && { phone }), ...(country && { country }) }
}

/** Whom the person is to call back (CA-02). */
export const readCallBacks = ({ extended }: Api, organizationId: string | undefined) =>
  wholeList<CallRecord>('callBacks', organizationId, async (asked) => {
    const { reads } = await extended('calls')
    return answer(await reads.calls.callBacks.query(asked)).data
  })

/** Says that nobody has to call back any more. */
export async function finishCallBack({ extended }: Api, callId: string): Promise<void> {
  const { client } = await extended('calls')
  await client.calls.calledBack({ params: pathParams({ callId }), body: {} })
}

export const ongoingCallActors = ({ extended, createOnce }: Api) => {
  const step = async (name: 'end' | 'resume', callId: string) => {
    const { calls } = (await extended('calls')).client
    const asked = { params: pathParams({ callId }), body: {} }
    return answer(await createOnce([name, asked], (keyed) => calls[name]({ ...asked, ...keyed }))).data
  }
  return {
    endCall: fromPromise<CallRecord, { id: string }>(({ input: { id } }) => step('end', id)),
    resumeCall: fromPromise<CallRecord, { id: string }>(({ input: { id } }) => step('resume', id)),
    closeCall: fromPromise<CallRecord, { id: string; values: WrapUpValues }>(async ({ input: { id, values } }) => {
      const { calls } = (await extended('calls')).client
      const { callCloseRequest } = await import('../../../contract/forms/calls')
      const body = callCloseRequest(values)
      if (!body) throw new Error('Nobody has said how the call went')
      const asked = { params: pathParams({ callId: id }), body }
      return answer(await createOnce(asked, (keyed) => calls.close({ ...asked, ...keyed }))).data
    }),
  }
}

export const callStartActors = (api: Api): ActorsOf<'callStart'> => ({
  startCall: fromPromise(async ({ input: { organizationId, customerId, values } }) => {
    const { calls } = (await api.extended('calls')).client
    const body = {
      organizationId: required(organizationId, 'Organization ID is required'),
      phone: values.phone.trim(),
      ...(values.isIncoming ? { direction: 'inbound' as const } : {}),
      ...(customerId === undefined ? {} : { customerId }),
    }
    await api.createOnce({ body }, (keyed) => calls.start({ body, ...keyed }))
  }),
})
