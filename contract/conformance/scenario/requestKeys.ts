import { keepMade } from '../engine/onceMore'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Tenant } from '../engine/tenant'
import type { World } from '../engine/world'
import { secretOf } from './foreign'
import { makeOne } from './sellingBasics'

/** What the key of a request is, and whose. */
export async function checkRequestKeys(run: Run, world: World): Promise<void> {
  const { first, second } = world
  if (!run.isFull) return
  for (const made of ['customers', 'products'] as const) {
    const tenants = second === undefined ? [first] : [first, second]
    await attempt(run, 'create.once', () => shareKey(run, world, tenants, made))
    await attempt(run, 'create.once', () => refuseNoKey(run, world, made))
  }
}

type Keyed = 'customers' | 'products'

const bodyOf = ({ organizationId }: Tenant, made: Keyed, word: string) => ({
  organizationId,
  ...(made === 'customers' ? { firstName: word } : { name: word, sku: word.replaceAll(' ', '-'), price: 1 }),
})

/** By chance the same key of somebody else is another request: it is carried out, and not answered with what they have made. */
async function shareKey(run: Run, world: World, tenants: readonly Tenant[], made: Keyed): Promise<void> {
  const headers = { 'idempotency-key': `${world.marker}-of-both-${made}` }
  const known = new Set<string>()
  for (const tenant of tenants) {
    const body = bodyOf(tenant, made, `${secretOf(world, tenant)} with a key`)
    const [{ id }, exchange] = await makeOne(run, tenant, made, 'create.once', body, { headers })
    const expected = "nothing that another account's request with the same key has made"
    run.verify('create.once', exchange, !known.has(id), expected)
    known.add(id)
  }
}

/** What is no key is refused: who sends one relies on being carried out once. */
async function refuseNoKey(run: Run, { first, marker }: World, made: Keyed): Promise<void> {
  for (const key of ['two words', 'x'.repeat(201)]) {
    const ask = { body: bodyOf(first, made, `${marker} with no key`), headers: { 'idempotency-key': key } }
    const exchange = await run.refuse('create.once', `${made}.create`, ask, [400, 422])
    keepMade(run, `${made}.create`, ask, exchange)
  }
}
