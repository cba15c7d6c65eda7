import { type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { type Tenant, workplaceOf } from '../engine/tenant'
import type { World } from '../engine/world'
import { hiddenInBody, secretOf } from './foreign'
import { offerBody } from './offerBasics'

/** Creating with foreign ids in path and body: refused, and nothing is made in either organization. */
export async function createForeign(run: Run, world: World, intruder: Tenant, victim: Tenant): Promise<void> {
  const as = intruder.account
  const isValid = true
  const own = workplaceOf(intruder).id
  const foreign = workplaceOf(victim).id
  const term = `${secretOf(world, intruder)}c`
  const body = offerBody(intruder, `${term} intruding`)
  const [product] = victim.products
  const [gateway] = victim.gateways
  const attempts: [campaignId: string, body: Record<string, unknown>][] = [
    [own, { ...body, organizationId: victim.organizationId }],
    [foreign, { ...body, organizationId: victim.organizationId }],
    [foreign, body],
    [foreign, { ...offerBody(victim, body.displayName) }],
    ...(product ? ([[own, { ...body, productId: product.id }]] as [string, Record<string, unknown>][]) : []),
    ...(gateway ? ([[own, { ...body, gatewayInstanceId: gateway.id }]] as [string, Record<string, unknown>][]) : []),
  ]
  for (const [campaignId, one] of attempts) {
    await run.refuse(
      'access.foreignBody',
      'offers.create',
      { as, params: { campaignId }, body: one, isValid },
      hiddenInBody,
    )
  }
  for (const tenant of [intruder, victim]) {
    const { rows, exchange } = await searchPage(
      run,
      { organizationId: tenant.organizationId, resource: 'offers', q: term, limit: 100 },
      tenant.account,
    )
    const strays = rows.filter(({ displayName }) => String(displayName).includes(term))
    for (const { id } of strays) run.journal.made('offers', id, tenant.account.name, '')
    run.verify(
      'access.noEffect',
      run.history.lastWrite('offers.create', '', strays[0]?.id) ?? exchange,
      strays.length === 0,
      'no offer made by a refused request',
      `${strays.length} made`,
    )
  }
  await createForeignMail(run, world, intruder, victim, [own, foreign])
}

async function createForeignMail(
  run: Run,
  world: World,
  intruder: Tenant,
  victim: Tenant,
  [own, foreign]: [string, string],
) {
  const [plugin] = intruder.plugins
  const [theirs] = victim.plugins
  const mail = {
    subject: `${world.marker} intruding`,
    body: '<p>x</p>',
    event: 'order.completed',
    from: 'checker@offerdesk.example',
  }
  const attempts: [string, string | undefined][] = [
    [foreign, plugin?.id],
    [foreign, theirs?.id],
    [own, theirs?.id],
  ]
  for (const [campaignId, pluginInstanceId] of attempts) {
    if (pluginInstanceId === undefined) continue
    await run.refuse(
      campaignId === foreign ? 'access.foreignPath' : 'access.foreignBody',
      'autoresponders.createEmail',
      { as: intruder.account, params: { campaignId }, body: { ...mail, pluginInstanceId }, isValid: true },
      hiddenInBody,
    )
  }
  const listed = await run.succeed('shape.valid', 'autoresponders.listEmail', {
    as: victim.account,
    params: { campaignId: foreign },
  })
  const { data } = listed.json as { data?: Row[] }
  const stray = (data ?? []).some(({ subject }) => String(subject).includes(`${world.marker} intruding`))
  const refused = run.history.lastWrite('autoresponders.createEmail') ?? listed
  run.verify('access.noEffect', refused, !stray, 'no auto-responder made by a refused request')
}
