import { dutyNamed } from '../../permissions'
import { duties, type Duty } from '../../rules/duties'
import { callsOf } from '../engine/calls'
import type { Account } from '../engine/exchange'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { tenantIn } from '../engine/tenant'
import type { Shop, World } from '../engine/world'
import type { RuleId } from '../rules'
import { fieldsOf } from './paying'
import { makeOne, shopOf } from './sellingBasics'
import { type Scratch, validAsk } from './validAsks'

/** What only owners do is refused to an agent of the organization, by whichever call (ST-02). */
export async function checkDuties(run: Run, world: World, organizationId: string, agent: Account): Promise<void> {
  const rule = 'members.duties'
  const first = await tenantIn(run, world.first, organizationId)
  const place = { ...world, first }
  const shop = await shopOf(run, place, first)
  for (const [name, resource] of [
    ['till', 'gateways'],
    ['webhook', 'webhooks'],
    ['provider', 'plugins'],
  ] as const) {
    const ask = run.lacks(`${resource}.create`) ? undefined : validAsk(place, scratchOf(shop), `${resource}.create`)
    if (ask !== undefined) [shop[name]] = await makeOne(run, first, resource, rule, fieldsOf(ask.body), ask)
  }
  await refuseDuties(run, place, {
    shop,
    as: agent,
    rule,
    isTheirs: (duty) => duties[duty].by !== 'owners',
    isRead: true,
  })
}

/** Whose duties are tried, with what is there to do them with. */
interface Idle {
  shop: Shop
  as: Account
  rule: RuleId
  isTheirs: (duty: Duty) => boolean
  /** Whether what only some may see is read, too. */
  isRead?: boolean
}

const scratchOf = ({ offer, customer, campaign }: Shop): Scratch => ({
  offer,
  customer,
  campaign,
  campaignFields: { name: campaign['name'] },
  user: {},
})

/** Every call that is a duty of somebody else's is refused. */
export async function refuseDuties(
  run: Run,
  place: World,
  { shop, as, rule, isTheirs, isRead = false }: Idle,
): Promise<void> {
  const { offer, customer, campaign, product, till, webhook, provider } = shop
  const records = [offer, customer, campaign, product, till, webhook, provider]
  const known = new Set<unknown>([place.first.organizationId, ...records.map((record) => record?.id)])
  for (const { name, auth, reads } of callsOf('full')) {
    const duty = auth === 'user' ? dutyNamed(name) : undefined
    if (duty === undefined || isTheirs(duty) || run.lacks(name)) continue
    if (reads && !(isRead && duties[duty].doing.startsWith('see '))) continue
    const ask = validAsk(place, scratchOf(shop), name)
    if (ask === undefined) continue
    const { 'if-match': _, ...headers } = ask.headers ?? {}
    const { organizationId } = fieldsOf(ask.body)
    const asked = [...Object.values(ask.params ?? {}), ...(organizationId === undefined ? [] : [organizationId])]
    // What there is none of is not there for anybody.
    const statuses = asked.every((id) => known.has(id)) ? [403] : [403, 404]
    await attempt(run, rule, async () => {
      await run.refuse(rule, name, { ...ask, headers, as, isValid: true }, statuses)
    })
  }
}
