import { fromPromise } from 'xstate'
import { pathParams, searchPage } from '../../../contract/client/client'
import type { Api } from '../api'
import { upon } from '../../../contract/versions'
import { type ActorsOf, required } from '../flowActors'
import { fetchOwnRecord, readRecord, saveRecord } from './records'

export const customerActors = (
  api: Api,
): ActorsOf<'customerEdit'> & ActorsOf<'customerMerge'> & ActorsOf<'customerUnmerge'> => ({
  findCustomers: fromPromise(async ({ input: { organizationId, q } }) => {
    const request = { organizationId: required(organizationId, 'Organization ID is required'), limit: 10, q }
    return (await searchPage(api.client, { ...request, resource: 'customers' })).rows
  }),
  readPair: fromPromise(async ({ input: { keptId, otherId }, signal }) => {
    const [kept, other] = await Promise.all(
      [keptId, otherId].map((id) => readRecord(api, 'customers', id).fetch(signal)),
    )
    if (!kept || !other) throw new Error('A customer is missing')
    return { kept, other }
  }),
  mergeCustomers: fromPromise(async ({ input: { pair, keep } }) => {
    if (!pair) throw new Error('Choose the other customer first')
    const { kept, other } = pair
    const { customers } = (await api.extended('customers')).client
    const params = pathParams({ customerId: kept.id })
    const version = typeof other.version === 'number' ? { otherVersion: other.version } : {}
    const body = { otherId: other.id, ...version, keep }
    await api.createOnce({ params, body }, (keyed) =>
      customers.merge({ params, body, headers: { ...keyed.headers, ...upon(kept.version).headers } }),
    )
  }),
  unmergeCustomer: fromPromise(async ({ input: { id: customerId } }) => {
    const { customers } = (await api.extended('customers')).client
    await customers.unmerge({ params: pathParams({ customerId }), body: {} })
  }),
  fetchCustomer: fromPromise(({ input: { organizationId, customerId }, signal }) =>
    fetchOwnRecord(api, 'customers', customerId, organizationId, signal),
  ),
  saveCustomer: fromPromise(async ({ input: { organizationId, customer: record, values } }) => {
    // With the form itself, whose code is loaded when it is opened.
    const { changedCustomerFields, customerCreateRequest } = await import('../../../contract/forms/customers')
    const fields = record ? changedCustomerFields(record, values) : customerCreateRequest(values)
    await saveRecord(api, 'customers', { organizationId, record, fields })
  }),
})
