import { pathParams } from '../../../contract/client/client'
import type { Api } from '../api'

export const deleteCustomer = async ({ client }: Api, customerId: string) => {
  await client.customers.delete({ params: pathParams({ customerId }), body: undefined })
}

export const restoreCustomer = async ({ client }: Api, customerId: string) => {
  await client.customers.restore({ params: pathParams({ customerId }), body: {} })
}
