import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { Customer } from '../../../contract/customers'
import type { Api } from '../api'
import type { Read } from '../cache'
import { type ActorsOf, required, someFields, upon } from '../effects'

/** One customer (CU-03). */
export const readCustomer = ({ extended }: Api, customerId: string): Read<Customer> => ({
  key: ['customers', 'record', customerId],
  fetch: async (signal) => {
    const { reads } = await extended()
    return answer(await reads.customers.get.query({ params: pathParams({ customerId }), fetchOptions: { signal } }))
      .data
  },
})

export const deleteCustomer = async ({ extended }: Api, customerId: string) => {
  const { client } = await extended()
  await client.customers.delete({ params: pathParams({ customerId }), body: undefined })
}

export const restoreCustomer = async ({ extended }: Api, customerId: string) => {
  const { client } = await extended()
  await client.customers.restore({ params: pathParams({ customerId }), body: {} })
}

export const customerActors = (api: Api): ActorsOf<'customerEdit'> => ({
  fetchCustomer: fromPromise(async ({ input: { organizationId, customerId }, signal }) => {
    if (customerId === undefined) return undefined
    const customer = await readCustomer(api, customerId).fetch(signal)
    // An address may name a customer of another organization of the person, which is not changed from here (GE-04).
    if (customer.organizationId && customer.organizationId !== organizationId) {
      throw new Error('This customer belongs to another organization')
    }
    return customer
  }),
  saveCustomer: fromPromise(async ({ input: { organizationId, customer, values } }) => {
    const { customers } = (await api.extended()).client
    // With the form itself, whose code is loaded when it is opened.
    const { changedCustomerFields, customerCreateRequest } = await import('../../../contract/forms/customers')
    if (customer) {
      const params = pathParams({ customerId: customer.id })
      await customers.update({
        params,
        ...upon(customer.version),
        body: someFields(changedCustomerFields(customer, values)),
      })
    } else {
      const body = {
        organizationId: required(organizationId, 'Organization ID is required'),
        ...customerCreateRequest(values),
      }
      await api.createOnce({ body }, (keyed) => customers.create({ body, ...keyed }))
    }
  }),
})
