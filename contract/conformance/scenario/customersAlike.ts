import { disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { type Row, rowsOf } from '../engine/listing'
import { typedPhone } from '../engine/phones'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'
import type { World } from '../engine/world'
import { deleteCustomer, makeCustomer, readCustomer } from './customerBasics'

/** Who is typed again is recognised by each of the three ways; nobody else, deleted or foreign, is taken for them (CU-02). */
export async function checkAlike(run: Run, world: World): Promise<void> {
  const { first, second, marker } = world
  const email = `${marker}-alike@unknown.offerdesk.example`
  // This is asked before there is anybody, so that a server that lacks the call is told so once.
  await alike(run, first, { email })
  const name = { firstName: `${marker} Zoë`, lastName: 'Alike' }
  const address = { address1: '2 Same Street', city: 'Austin', postalCode: 'zq1 7ab', country: 'US' }
  const { organizationId } = first
  const phone = run.phones.next()
  const body = { organizationId, ...name, email, phone, shippingAddress: address }
  const [{ id }] = await makeCustomer(run, first, body)
  const customer = await readCustomer(run, first, id)
  const full = `${name.firstName} ${name.lastName}`
  const typed: [typed: Fields, by: string][] = [
    // A field that is there and empty says nothing.
    [{ email: email.toUpperCase(), phone: '', name: '', postalCode: '', country: '' }, 'email'],
    [{ phone: typedPhone(phone) }, 'phone'],
    [{ name: full.toUpperCase(), postalCode: 'ZQ1 7AB' }, 'name'],
  ]
  for (const [fields, by] of typed) await isFound(run, first, fields, customer, [by])
  // As it is dialled where they live.
  await isFound(run, first, { phone: typedPhone(phone).replace('+1 ', ''), country: 'US' }, customer, ['phone'])
  const all = { email, phone, name: full, postalCode: address.postalCode, country: address.country }
  // Who is called and lives alike is another one, and alike by that alone.
  const [{ id: twinId }] = await makeCustomer(run, first, { organizationId, ...name, shippingAddress: address })
  const both = await isFound(run, first, all, customer, ['email', 'phone', 'name'])
  isAlikeBy(run, both, await readCustomer(run, first, twinId), ['name'])
  await deleteCustomer(run, first, twinId)
  const wrong = [
    { email: `x${email}` },
    { phone: run.phones.next() },
    { name: full },
    { name: full, postalCode: 'ZQ2 7AB' },
  ]
  for (const fields of wrong) await isNobody(run, first, fields, customer)
  if (second !== undefined) await isNobody(run, second, { email }, customer)
  const moved = `${marker}-moved@unknown.offerdesk.example`
  await run.succeed('customers.update', 'customers.update', { params: { customerId: id }, body: { email: moved } })
  await isNobody(run, first, { email }, customer)
  await isFound(run, first, { email: moved }, await readCustomer(run, first, id), ['email'])
  await deleteCustomer(run, first, id)
  await isNobody(run, first, { email: moved }, customer)
}

export async function alike(run: Run, { account, organizationId }: Tenant, typed: Fields) {
  const body = { organizationId, ...typed }
  return run.succeed('customers.alike', 'customers.findAlike', { as: account, body })
}

async function isFound(run: Run, tenant: Tenant, typed: Fields, customer: Row, by: string[]): Promise<Exchange> {
  const exchange = await alike(run, tenant, typed)
  isAlikeBy(run, exchange, customer, by)
  return exchange
}

function isAlikeBy(run: Run, exchange: Exchange, customer: Row, by: string[]): void {
  const found = rowsOf(exchange).find(({ id }) => id === customer.id)
  const reasons = found?.['alike']
  const isBy = Array.isArray(reasons) && reasons.length === by.length && by.every((one) => reasons.includes(one))
  const actual = found === undefined ? 'it is not among them' : `alike is ${JSON.stringify(reasons)}`
  run.verify('customers.alike', exchange, isBy, `the customer ${customer.id}, alike by ${by.join(', ')}`, actual)
  if (found === undefined) return
  const differs = disagreement(found, customer)
  run.verify('customers.alike', exchange, differs === undefined, `the customer ${customer.id} as it reads`, differs)
}

async function isNobody(run: Run, tenant: Tenant, typed: Fields, { id }: Row): Promise<void> {
  const exchange = await alike(run, tenant, typed)
  const isThere = rowsOf(exchange).some((row) => row.id === id)
  run.verify('customers.alike', exchange, !isThere, `not the customer ${id}`, 'it is among them')
}
