import { answer, pathParams } from '../../../contract/client/client'
import type { AppRoute } from '../../../contract/client/tsRest'
import type { Contract } from '../../../contract'
import type { Api } from '../api'
import type { Read } from '../cache'

// What is alike for every record that has calls of its own: it is read, deleted and brought back by its id.

/** The resources with a call of that name about one record. */
type ResourceWith<Call extends string> = {
  [Resource in keyof Contract]: Contract[Resource] extends Record<Call, AppRoute> ? Resource : never
}[keyof Contract]

/** What `get` answers about a record of the resource. */
type RecordOf<Resource extends ResourceWith<'get'>> = Contract[Resource]['get'] extends {
  responses: { 200: { _zod: { output: { data: infer Row } } } }
}
  ? Row
  : never

interface Named {
  params: Record<string, string>
}
/** The calls about one record, as all resources have them. */
interface RecordCalls {
  delete: (asked: Named & { body: undefined }) => Promise<unknown>
  restore: (asked: Named & { body: object }) => Promise<unknown>
}
interface RecordReads {
  get: {
    query: (
      asked: Named & { fetchOptions: { signal: AbortSignal } },
    ) => Promise<{ status: 200; body: { data: unknown } }>
  }
}

/** A path has one parameter, which is named after what it stands for: `customerId` of `/customers/:customerId`. */
const named = ({ path }: { path: string }, id: string): Named => ({
  params: pathParams({ [/:(\w+)/.exec(path)?.[1] ?? 'id']: id }),
})

/** One record of a resource that is read by a call of its own. */
export const readRecord = <Resource extends ResourceWith<'get'>>(
  { extended }: Api,
  resource: Resource,
  id: string,
): Read<RecordOf<Resource>> => ({
  key: [resource, 'record', id],
  fetch: async (signal) => {
    const { reads, contract } = await extended()
    // Which resource it is, TypeScript does not follow through its name; the answer is the one of the call that is sent.
    const { get } = reads[resource] as unknown as RecordReads
    const { data } = answer(await get.query({ ...named(contract[resource].get, id), fetchOptions: { signal } }))
    return data as RecordOf<Resource>
  },
})

export async function deleteRecord({ extended }: Api, resource: ResourceWith<'delete'>, id: string): Promise<void> {
  const { client, contract } = await extended()
  const calls = client[resource] as unknown as RecordCalls
  await calls.delete({ ...named(contract[resource].delete, id), body: undefined })
}

export async function restoreRecord({ extended }: Api, resource: ResourceWith<'restore'>, id: string): Promise<void> {
  const { client, contract } = await extended()
  const calls = client[resource] as unknown as RecordCalls
  await calls.restore({ ...named(contract[resource].restore, id), body: {} })
}
