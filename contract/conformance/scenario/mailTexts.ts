import { maxItemLists, type Placeholder, placeholderNames } from '../../forms/mailTemplates'
import { cents } from '../engine/amounts'
import { confirmed } from '../engine/compare'
import type { Fields } from '../engine/fields'
import { type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { Shop } from '../engine/world'
import { dataOf, fieldsOf, listOf } from './paying'
import { makeOne, readOrder } from './sellingBasics'

const rule = 'autoresponders.preview'

/** A template that names everything there is, so that it is seen what each stands for. */
const named = placeholderNames.map((name) => `<p>[${name} {{${name}}} ${name}]</p>`)

/** And one with blanks within its marks, and what was ordered as often as it may be. */
const spaced = 'spaced'
const again = Array.from({ length: maxItemLists - 1 }, () => '<p>{{order_items}}</p>')
const everything = [...named, `<p>[${spaced} {{ order_id }} ${spaced}]</p>`, ...again].join('\n')

const plain = (value: unknown) =>
  textOf(value ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** What stands in a mail in the place of a placeholder; undefined where its marks are not there. */
function filledIn(text: string, name: string): string | undefined {
  const [, after] = plain(text).split(`[${name} `)
  return after?.split(`${name}]`)[0]?.trim()
}

type Says = (text: string) => boolean

/** What is not known may be told as that. */
const is =
  (value: unknown): Says =>
  (text) =>
    plain(value) === '' || text === plain(value)
const has =
  (...values: unknown[]): Says =>
  (text) =>
    values.every((value) => text.includes(plain(value)))

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
/** However an amount is written: its digits are the same, with two behind the point, with three or without. */
const costs =
  (amount: number): Says =>
  (text) => {
    const told = digitsOf(text)
    return told !== '' && [1, 100, 0.1].some((part) => Number(told) * part === amount)
  }
/** Among other amounts. */
const hasAmount =
  (amount: number): Says =>
  (text) =>
    digitsOf(text).includes(digitsOf((amount / 100).toFixed(2)))

const dayMs = 86_400_000
/** A day of the year, in whatever zone and way of writing: months may be words. */
const onDay =
  (moment: unknown): Says =>
  (text) =>
    [-1, 0, 1].some((days) => {
      const day = new Date(Date.parse(String(moment)) + days * dayMs)
      const numbers = text.match(/\d+/g)?.map(Number) ?? []
      const year = day.getUTCFullYear()
      return numbers.includes(day.getUTCDate()) && (numbers.includes(year) || numbers.includes(year % 100))
    })

/** What each placeholder stands for in a mail about an order, as its seller reads it; what follows from more is left out. */
function due(order: Row, seller: unknown): Partial<Record<Placeholder, Says>> {
  const [customer, address] = [fieldsOf(order['customer']), fieldsOf(order['shippingAddress'])]
  const items = listOf(order['items'])
  const left = Math.max(0, cents(order['total']) - cents(order['paidTotal']))
  return {
    customer_first_name: is(customer['firstName']),
    order_id: has(order['number']),
    order_date: onDay(order['createdAt']),
    order_total: costs(cents(order['total'])),
    order_subtotal: costs(cents(order['subtotal'])),
    order_shipping: costs(cents(order['shippingTotal'])),
    order_tax: costs(cents(order['taxTotal'])),
    ...(order['status'] === 'open' && { amount_due: costs(left) }),
    order_items: has(...items.flatMap(({ name, quantity }) => [name, quantity])),
    order_summary: (text) => has(...items.map(({ name }) => name))(text) && hasAmount(cents(order['total']))(text),
    shipping_address1: is(address['address1']),
    shipping_address2: is(address['address2']),
    shipping_city: is(address['city']),
    shipping_state: is(address['state']),
    shipping_postal_code: is(address['postalCode']),
    seller_name: is(seller),
    seller_details: has(seller),
  }
}

/** From the first tag of what somebody has typed to the last one. */
export const tagsIn = (value: unknown): string => (typeof value === 'string' ? (/<.*>/s.exec(value)?.[0] ?? '') : '')

/** Every placeholder stands for what the order says, and whatever somebody has typed stays a text (ML-02). */
export async function checkFilled(run: Run, shop: Shop, responder: Row, former: string): Promise<void> {
  const to = { params: { autoresponderId: responder.id } }
  const write = (body: string) => run.succeed(rule, 'autoresponders.update', { ...to, body: { body } })
  await write(everything)
  const preview = await run.succeed(rule, 'autoresponders.preview', to)
  await write(former)
  const seen = dataOf(preview)
  const { id } = fieldsOf(seen['order'])
  if (typeof id !== 'string') return
  const order = await readOrder(run, shop.tenant, id, rule)
  const { organizations, organizationId } = shop.tenant
  const seller = organizations.find((one) => one.id === organizationId)?.['name']
  const [text, html] = [textOf(seen['mailText']), textOf(seen['mailHtml'])]
  const says = due(order, seller)
  const wrong = placeholderNames.flatMap((name) => {
    const value = filledIn(text, name)
    if (value === undefined) return [`nothing of {{${name}}}`]
    return says[name]?.(value) === false ? [`{{${name}}} is ${value}`] : []
  })
  if (filledIn(text, spaced) !== filledIn(text, 'order_id')) wrong.push(`{{ order_id }} is ${filledIn(text, spaced)}`)
  const expected = 'what the order says in the place of each placeholder, in the plain text'
  run.verify(rule, preview, wrong.length === 0, expected, wrong.slice(0, 3).join('; '))
  const typed = Object.values({ ...fieldsOf(order['customer']), ...fieldsOf(order['shippingAddress']) })
  const raw = typed.map(tagsIn).find((tags) => tags !== '' && html.includes(tags))
  run.verify(rule, preview, raw === undefined, 'what people have typed as text, and not as HTML', textOf(raw))
}

/** Where nothing was sold yet a mail is tried out on an order that is made up. */
export async function previewsMadeUp(run: Run, marker: string, { tenant }: Shop, mail: Fields): Promise<void> {
  const { organizationId } = tenant
  const body = { organizationId, name: `${marker} unsold` }
  const [{ id: campaignId }] = await makeOne(run, tenant, 'campaigns', rule, body)
  const ask = { params: { campaignId }, body: { ...mail, body: '<p>{{order_total}}</p>' } }
  const [{ id: autoresponderId }] = await makeOne(run, tenant, 'autoresponders', rule, ask.body, ask)
  const preview = await run.succeed(rule, 'autoresponders.preview', { params: { autoresponderId } })
  await run.succeed(rule, 'autoresponders.delete', { params: { autoresponderId } })
  const texts = ['subject', 'mailHtml', 'mailText'].map((name) => textOf(dataOf(preview)[name]))
  const isFilled = texts.every((text) => text.trim() !== '' && !text.includes('{{'))
  run.verify(rule, preview, isFilled, 'a mail whose placeholders are filled, without an order', texts.join(' / '))
}

/** A mail is tried out on the newest order of its campaign; of who has no address there is no mail. */
export async function previewsNewest(
  run: Run,
  { tenant, campaign }: Shop,
  to: { params: { autoresponderId: string } },
) {
  const filters = { campaignId: campaign.id }
  const query = { organizationId: tenant.organizationId, resource: 'orders' as const, filters, limit: 100, page: 1 }
  const { exchange, wrong } = await confirmed(async () => {
    const { rows } = await searchPage(run, query)
    const exchange = await run.succeed(rule, 'autoresponders.preview', to)
    const { id } = fieldsOf(dataOf(exchange)['order'])
    const at = rows.findIndex((row) => row.id === id)
    const timeOf = (row: Row | undefined) => Date.parse(textOf(row?.['createdAt']))
    // Some orders have none to be mailed to, which their list does not tell.
    for (const newer of rows.slice(0, Math.max(at, 0)).filter((row) => timeOf(row) > timeOf(rows[at]))) {
      const { customer } = await readOrder(run, tenant, newer.id, rule)
      if (textOf(fieldsOf(customer)['email'] ?? '') !== '')
        return { exchange, wrong: `of ${textOf(id)}, and not ${newer.id}` }
    }
    return { exchange, wrong: at < 0 ? `of ${textOf(id ?? 'none')}` : undefined }
  })
  run.verify(rule, exchange, wrong === undefined, 'a mail of the newest order of its campaign', wrong)
}
