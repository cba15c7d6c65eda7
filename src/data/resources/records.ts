import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { AppRoute } from '../../../contract/client/tsRest'
import type { Contract } from '../../../contract'
import type { RecordSaving } from '../../../machines/factories/recordEdit'
import type { Api } from '../api'
import type { Read } from '../cache'
import { upon } from '../../../contract/versions'
import { required, someFields } from '../flowActors'

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
  create: (asked: { body: object }) => Promise<unknown>
  update: (asked: Named & { body: object }) => Promise<unknown>
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
    const { reads, contract } = await extended(resource)
    // Which resource it is, TypeScript does not follow through its name; the answer is the one of the call that is sent.
    const { get } = reads[resource] as unknown as RecordReads
    const { data } = answer(await get.query({ ...named(contract[resource].get, id), fetchOptions: { signal } }))
    return data as RecordOf<Resource>
  },
})

/**
 * The record that a form changes; a new one is not there yet. An address may name one of another organization of the
 * person, which is not changed from here (GE-04).
 */
export async function fetchOwnRecord<Resource extends ResourceWith<'get'>>(
  api: Api,
  resource: Resource,
  id: string | undefined,
  organizationId: string | undefined,
  signal: AbortSignal,
): Promise<RecordOf<Resource> | undefined> {
  if (id === undefined) return undefined
  const record = await readRecord(api, resource, id).fetch(signal)
  const { organizationId: owner } = record as { organizationId?: string | null }
  if (owner && owner !== organizationId) {
    throw new Error(`This ${resource.replace(/s$/, '')} belongs to another organization`)
  }
  return record
}

/** Adds a record with these fields, or changes them of the one that is given, as the person has seen it (GE-09). */
export async function saveRecord(
  { extended, createOnce }: Api,
  resource: ResourceWith<'create'> & ResourceWith<'update'>,
  { organizationId, record, fields }: Omit<RecordSaving, 'resource'>,
): Promise<void> {
  const { client, contract } = await extended(resource)
  const calls = client[resource] as unknown as RecordCalls
  if (record) {
    await calls.update({
      ...named(contract[resource].update, record.id),
      ...upon(record.version),
      body: someFields(fields),
    })
  } else {
    const body = { organizationId: required(organizationId, 'Organization ID is required'), ...fields }
    await createOnce({ body }, (keyed) => calls.create({ body, ...keyed }))
  }
}

type PlainResource = ResourceWith<'get'> & ResourceWith<'create'> & ResourceWith<'update'>

/** What the flows of plain records ask for; each names a resource that has these calls. */
export const recordActors = (api: Api) => ({
  fetchRecord: fromPromise<
    object | undefined,
    { resource: string; organizationId: string | undefined; id: string | undefined }
  >(({ input: { resource, organizationId, id }, signal }) =>
    fetchOwnRecord(api, resource as PlainResource, id, organizationId, signal),
  ),
  saveRecord: fromPromise<void, RecordSaving>(({ input: { resource, ...saving } }) =>
    saveRecord(api, resource as PlainResource, saving),
  ),
})

export async function deleteRecord({ extended }: Api, resource: ResourceWith<'delete'>, id: string): Promise<void> {
  const { client, contract } = await extended(resource)
  const calls = client[resource] as unknown as RecordCalls
  await calls.delete({ ...named(contract[resource].delete, id), body: undefined })
}

export async function restoreRecord({ extended }: Api, resource: ResourceWith<'restore'>, id: string): Promise<void> {
  const { client, contract } = await extended(resource)
  const calls = client[resource] as unknown as RecordCalls
  await calls.restore({ ...named(contract[resource].restore, id), body: {} })
}
