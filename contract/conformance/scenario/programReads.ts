import { whyNotByToken } from '../../rules/apiTokens'
import { dutyOfRead } from '../../rules/readers'
import type { Call } from '../engine/calls'
import { confirmed, difference } from '../engine/compare'
import { isAlike } from '../engine/declared'
import type { Account, Ask, Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import type { Run } from '../engine/run'
import { attempt, sideBySide } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { dataOf, fieldsOf, linkTo, payingShop, paymentsOf } from './paying'
import { readsBy } from './reads'
import { placeOne } from './sellingBasics'

const rule = 'apiTokens.scope'

/** What moves by itself, what is told to each for themselves, and mails, which may have a link to pay in them. */
const moving = new Set([
  'asOf',
  'provenAt',
  'own',
  'isMailed',
  'isDefault',
  'lastUsedAt',
  'lastSeenAt',
  'mailHtml',
  'mailText',
])

/** What a program may read of an organization and of what there is in it. */
function readsIn(run: Run, { tenant: { organizationId }, ...shop }: Shop): [call: Call, ask: Ask][] {
  const ids = {
    organizationId,
    q: textOf(shop.product['sku']),
    campaignId: shop.campaign.id,
    productId: shop.product.id,
    customerId: shop.customer.id,
    orderId: shop.order?.id,
    fulfilmentId: shop.fulfilment?.id,
    mailId: shop.mail?.id,
    gatewayInstanceId: shop.till?.id,
  }
  const isMeant = (asked: string) => Object.values(ids).some((id) => asked.includes(`"${id}"`))
  return readsBy(run, ids, isMeant).filter(
    ([{ name, streams }]) =>
      whyNotByToken(name) === undefined && (streams === undefined || dutyOfRead(name) !== undefined),
  )
}

const still = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(still)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (moving.has(name) ? [] : [[name, still(field)]])),
  )
}

/** What opens a link is told only to who may make one. */
const untold = { payCode: null, payCodePage: null }
const withoutCode = ({ json }: Exchange): unknown => {
  const { data, ...more } = fieldsOf(json)
  const link = fieldsOf(data)['link']
  return still(link ? { ...more, data: { ...fieldsOf(data), link: { ...fieldsOf(link), ...untold } } } : json)
}

/** A program that only reads is told what whoever has let it in is told, but for what is read as a duty. */
export async function readsAlike(run: Run, shop: Shop, reader: Account): Promise<void> {
  await sideBySide(run, readsIn(run, shop), async ([{ name }, ask]) => {
    await attempt(run, rule, async () => {
      if (dutyOfRead(name) !== undefined) {
        await run.refuse(rule, name, { ...ask, as: reader, isValid: true }, [403])
        return
      }
      const { exchange, wrong } = await confirmed(async () => {
        const due = withoutCode(await run.succeed(rule, name, ask))
        const exchange = await run.succeed(rule, name, { ...ask, as: reader })
        const isSame = isAlike(due, withoutCode(exchange))
        // Of what has changed meanwhile nothing is said.
        const isStill = isSame || isAlike(due, withoutCode(await run.succeed(rule, name, ask)))
        return { exchange, wrong: isSame || !isStill ? undefined : 'something else' }
      })
      run.verify(rule, exchange, wrong === undefined, 'what whoever has let it in is told', wrong)
    })
  })
}

/** Who may make no link is not told what opens one, and otherwise how far it is; who may make one is told both. */
export async function readsNoCode(run: Run, world: World, reader: Account, clerk: Account): Promise<void> {
  if (run.lacks('orders.payments')) return
  const shop = await payingShop(run, world)
  const [order] = await placeOne(run, shop)
  const { code } = await linkTo(run, shop, order.id)
  const due = dataOf(await paymentsOf(run, rule, order.id))
  const told = fieldsOf(due['link'])
  const { payCodePage = null }: Fields = told
  for (const [as, link] of [
    [clerk, { ...told, payCode: code, payCodePage }],
    [reader, { ...told, ...untold }],
  ] as const) {
    const exchange = await run.succeed(rule, 'orders.payments', { as, params: { orderId: order.id } })
    const is = { ...untold, ...fieldsOf(dataOf(exchange)['link']) }
    const who =
      as === clerk ? 'with its code, to a program for orders' : 'without its code, to a program that only reads'
    const wrong = difference(link, is)
    run.verify('payments.codes', exchange, wrong === undefined, `the link that is out ${who}`, wrong)
  }
  await run.succeed(rule, 'orders.cancel', { params: { orderId: order.id }, body: {} })
}
