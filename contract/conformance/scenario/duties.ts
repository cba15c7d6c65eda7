import { dutyNamed } from '../../permissions'
import { duties, type Duty } from '../../rules/duties'
import { type Call, callsOf } from '../engine/calls'
import type { Account, Ask } from '../engine/exchange'
import type { Run } from '../engine/run'
import { attempt, sideBySide } from '../engine/steps'
import { neverGiven } from '../engine/text'
import type { Shop, World } from '../engine/world'
import type { RuleId } from '../rules'
import { fieldsOf } from './paying'
import { notNow } from './sellingBasics'
import { type Scratch, validAsk } from './validAsks'

/** Whose duties are tried, with what is there to do them with. */
interface Idle {
  shop: Shop
  as: Account
  rule: RuleId
  isTheirs: (duty: Duty) => boolean
  /** Whether what only some may see is read, too. */
  isRead?: boolean
  /** How it may be refused; by default as what is somebody else's. */
  refusals?: readonly number[]
}

export const scratchOf = ({ offer, customer, campaign }: Shop): Scratch => ({
  offer,
  customer,
  campaign,
  campaignFields: { name: campaign['name'] },
  user: {},
})

/** The ids of whatever there is in a shop. */
const idsIn = (shop: Shop): Set<unknown> =>
  new Set([
    shop.tenant.organizationId,
    ...Object.values(shop).flatMap((part: unknown) =>
      typeof part === 'string' ? [part] : [fieldsOf(part)['id'] ?? []].flat(),
    ),
  ])

/** Each call that is a duty, with what there is to do it with. */
function* dutiesIn(run: Run, place: World, shop: Shop): Generator<[call: Call, duty: Duty, ask: Ask]> {
  for (const call of callsOf('full')) {
    const duty = call.auth === 'user' ? dutyNamed(call.name) : undefined
    if (duty === undefined || run.lacks(call.name)) continue
    const ask = validAsk(place, scratchOf(shop), call.name)
    if (ask === undefined) continue
    const { 'if-match': _, ...headers } = ask.headers ?? {}
    yield [call, duty, { ...ask, headers, isValid: true }]
  }
}

/** Every call that is a duty of somebody else's is refused. */
export async function refuseDuties(run: Run, place: World, idle: Idle): Promise<void> {
  const { shop, as, rule, isTheirs, isRead = false, refusals } = idle
  const known = idsIn(shop)
  await sideBySide(run, [...dutiesIn(run, place, shop)], async ([{ name, reads }, duty, ask]) => {
    if (isTheirs(duty) || (reads && !(isRead && duties[duty].doing.startsWith('see ')))) return
    const { organizationId } = fieldsOf(ask.body)
    const asked = [...Object.values(ask.params ?? {}), ...(organizationId === undefined ? [] : [organizationId])]
    // What there is none of is not there for anybody.
    const statuses = refusals ?? (asked.every((id) => known.has(id)) ? [403] : [403, 404])
    await attempt(run, rule, async () => void (await run.refuse(rule, name, { ...ask, as }, statuses)))
  })
}

/**
 * Whose duty it is may do it by every call: what they name is there for nobody, and they are told that, and not that it is not
 * theirs to do.
 */
export async function allowDuties(run: Run, place: World, { shop, as, rule, isTheirs }: Idle): Promise<void> {
  await sideBySide(run, [...dutiesIn(run, place, shop)], async ([{ name }, duty, ask]) => {
    if (ask.params === undefined) return
    const params = Object.fromEntries(Object.entries(ask.params).map(([param, id]) => [param, neverGiven(id)]))
    if (Object.values(params).includes(neverGiven(shop.tenant.organizationId)) || !isTheirs(duty)) return
    await attempt(run, rule, async () => void (await run.refuse(rule, name, { ...ask, as, params }, notNow)))
  })
}
