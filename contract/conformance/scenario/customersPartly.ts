import { callNamed } from '../engine/calls'
import { difference, disagreement } from '../engine/compare'
import type { Fields } from '../engine/fields'
import { jsonSchemaOf } from '../engine/jsonSchema'
import { searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'
import { makeCustomer, readCustomer } from './customerBasics'

const rule = 'customers.create'

/** The lines of an address that a call takes, as its body or within it. */
export function linesOf(name: string): string[] {
  const { body } = callNamed(name)
  const { properties = {} } = body === undefined ? {} : jsonSchemaOf(body, 'input')
  return Object.keys(properties['shippingAddress']?.properties ?? properties)
}

/** Every other line of an address alone, the rest of it left out or empty. */
export async function checkPartly(run: Run, tenant: Tenant, marker: string): Promise<void> {
  const lines = linesOf(rule)
  const none: Fields = Object.fromEntries(lines.map((line) => [line, '']))
  const made = await Promise.all(
    [0, 1, 2].map(async (odd) => {
      const given = lines.filter((_, index) => index % 2 === Math.min(odd, 1))
      const parts = Object.fromEntries(given.map((line) => [line, line === 'country' ? 'SE' : `9 ${line}`]))
      const body = {
        organizationId: tenant.organizationId,
        firstName: `${marker} partly ${odd}`,
        ...(odd === 1 && { lastName: '', email: '', phone: '', note: '' }),
        shippingAddress: odd === 1 ? { ...none, ...parts } : parts,
      }
      const [{ id }, exchange] = await makeCustomer(run, tenant, body)
      const read = await readCustomer(run, tenant, id)
      const { organizationId: _, shippingAddress: sent, ...fields } = body
      const wrong =
        difference({ lastName: '', email: '', phone: '', note: '', ...fields }, read) ??
        difference({ ...none, ...sent }, (read['shippingAddress'] ?? {}) as Fields)
      run.verify(rule, exchange, wrong === undefined, 'as much of the customer as was sent, and no more', wrong)
      return read
    }),
  )
  const filters = { ids: made.map(({ id }) => id) }
  const { organizationId, account } = tenant
  const { rows, exchange } = await searchPage(run, { organizationId, resource: 'customers', filters }, account)
  for (const read of made) {
    const row = rows.find(({ id }) => id === read.id)
    const wrong = row === undefined ? 'it is not found' : disagreement(row, read)
    run.verify(rule, exchange, wrong === undefined, 'the customer in its list, as it reads', wrong)
  }
}
