import { dutyNamed } from '../../permissions'
import { duties, type Duty } from '../../rules/duties'
import { callsOf } from '../engine/calls'
import type { Account } from '../engine/exchange'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Shop, World } from '../engine/world'
import type { RuleId } from '../rules'
import { fieldsOf } from './paying'
import { type Scratch, validAsk } from './validAsks'

/** Whose duties are tried, with what is there to do them with. */
interface Idle {
  shop: Shop
  as: Account
  rule: RuleId
  isTheirs: (duty: Duty) => boolean
  /** Whether what only some may see is read, too. */
  isRead?: boolean
}

export const scratchOf = ({ offer, customer, campaign }: Shop): Scratch => ({
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
