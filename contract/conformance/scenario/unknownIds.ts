import fc from 'fast-check'
import { callNamed } from '../engine/calls'
import type { Fields } from '../engine/fields'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { workplaceOf } from '../engine/tenant'
import { neverGiven } from '../engine/text'
import type { World } from '../engine/world'
import { holdsFor } from '../generate/property'
import { hiddenInBody } from './foreign'
import { offerBody } from './offerBasics'

const oddIds = [
  "1' or '1'='1",
  '../../etc/passwd',
  '%00',
  'a/b',
  'a?b=c#d',
  'null',
  'undefined',
  '-1',
  '0',
  '1e9',
  ' ',
  'ид🎁',
  'z'.repeat(200),
]

const customerWrites: [string, Fields | undefined][] = [
  ['customers.update', { note: 'nothing' }],
  ['customers.delete', undefined],
  ['customers.restore', {}],
  ['customers.merge', { otherId: 'nobody', keep: {} }],
  ['customers.unmerge', {}],
]

/** Ids that nothing has, in every form that an address can carry. */
export async function generatedIds(run: Run, world: World): Promise<void> {
  const odd = fc.oneof(
    fc.uuid(),
    fc.nat().map((number) => `99999${number}9999`),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  )
  const ids = odd.filter((id) => id !== '.' && id !== '..')
  const statuses = [400, 403, 404, 422]
  const names: [string, Fields | undefined][] = [
    ['campaigns.get', undefined],
    ['autoresponders.listEmail', undefined],
    ...(run.isFull ? ([['customers.get', undefined]] satisfies [string, Fields | undefined][]) : []),
    ...(run.options.readOnly
      ? []
      : ([
          ['campaigns.update', { name: `${world.marker} nothing` }],
          ['offers.update', { quantity: 1 }],
          ['offers.delete', undefined],
          ...(run.isFull ? customerWrites : []),
        ] satisfies [string, Fields | undefined][])),
  ]
  for (const [name, body] of names) {
    if (!run.covers(callNamed(name).resource)) continue
    await attempt(run, 'refusal.unknownId', async () => {
      const ask = (id: string) => ({
        params: { campaignId: id, offerId: id, customerId: id },
        isValid: true,
        ...(body && { body }),
      })
      // An id like the server's own that nothing has.
      await run.refuse(
        'refusal.unknownId',
        name,
        ask(neverGiven(workplaceOf(world.first).id)),
        run.isFull ? [404] : [403, 404],
      )
      const refused = async (id: string) => {
        await run.refuse('refusal.unknownId', name, ask(id), statuses)
      }
      await holdsFor(run, 'refusal.unknownId', ids, 5, refused, oddIds)
    })
  }
  if (run.options.readOnly || !run.covers('offers')) return
  await attempt(run, 'refusal.unknownId', () => unknownReferences(run, world))
}

/** A new offer names records that nobody has: no server falls over it, and at level full it is refused. */
async function unknownReferences(run: Run, { first, marker }: World): Promise<void> {
  const body = offerBody(first, `${marker} of nothing`)
  const { productId, gatewayInstanceId } = body
  const wrong: Fields[] = [
    { ...body, productId: neverGiven(productId) },
    ...(gatewayInstanceId === undefined ? [] : [{ ...body, gatewayInstanceId: neverGiven(gatewayInstanceId) }]),
  ]
  for (const one of wrong) {
    const ask = { params: { campaignId: workplaceOf(first).id }, body: one, isValid: true }
    if (run.isFull) await run.refuse('refusal.unknownId', 'offers.create', ask, hiddenInBody)
    else await run.ask('offers.create', { ...ask, alsoDeclared: hiddenInBody })
  }
}
