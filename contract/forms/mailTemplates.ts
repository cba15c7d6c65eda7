import * as z from 'zod/mini'
import { cutText } from '../rules/cutText'

/** What subject and body of a mail about an order may name, and what of the order it stands for (EM-05, ML-04). */
export const placeholders = {
  customer_first_name: "The customer's first name",
  order_id: 'The number of the order',
  order_date: 'The day of the order',
  order_total: 'What the order costs',
  order_items: 'What was ordered',
  order_summary: 'What was ordered, with shipping, tax and total, in lines that add up',
  order_subtotal: 'What the items cost',
  order_shipping: 'What shipping costs',
  order_tax: 'The tax of the order',
  amount_due: 'What is left to be paid',
  refund_amount: 'What was refunded',
  shipping_address1: 'The first line of the address',
  shipping_address2: 'The second line of the address',
  shipping_city: 'The city',
  shipping_state: 'The state',
  shipping_postal_code: 'The postal code',
  shipping_country: 'The country',
  live_url: 'The page of your organization',
  payment_link: 'The address under which the order is paid',
  tracking_number: "The parcel's number",
  tracking_link: "The carrier's page of the parcel",
  receipt_link: 'The page with the receipt',
  seller_name: 'The name of your organization',
  seller_details: 'The name of your organization, its email address and its page',
  mail_button: 'A button to pay, to see the receipt or to follow the parcel',
} as const
export type Placeholder = keyof typeof placeholders
export const placeholderNames = Object.keys(placeholders) as Placeholder[]

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name)

const marks = /\{\{([^{}]*)\}\}/g

/** As many placeholders as a template names, and as often as it lists what was ordered: a mail is read by a person. */
export const maxPlaceholders = 200
export const maxItemLists = 3
const itemLists: ReadonlySet<Placeholder> = new Set(['order_items', 'order_summary'])

/** Yields the texts between the placeholders of a template, and what is inside of each of these. */
export function* partsOf(template: string): Generator<{ text: string } | { inside: string }> {
  let end = 0
  for (const { index, 0: mark, 1: inside = '' } of template.matchAll(marks)) {
    yield { text: template.slice(end, index) }
    yield { inside: inside.trim() }
    end = index + mark.length
  }
  yield { text: template.slice(end) }
}

/** What is wrong with a template, in one sentence; undefined when it can be filled (ML-02). */
export function whyNoTemplate(template: string): string | undefined {
  let named = 0
  const listed = new Map<string, number>()
  for (const [, inside = ''] of template.matchAll(marks)) {
    const name = inside.trim()
    if (!isPlaceholder(name)) return `There is no placeholder {{${cutText(name, 60)}}}`
    named += 1
    if (itemLists.has(name)) listed.set(name, (listed.get(name) ?? 0) + 1)
  }
  for (const [name, times] of listed) if (times > maxItemLists) return `At most ${maxItemLists} times {{${name}}}`
  if (named > maxPlaceholders) return `At most ${maxPlaceholders} placeholders`
  // What is opened and never closed was meant as one.
  return template.replaceAll(marks, '').includes('{{') ? 'A placeholder is opened by {{ and never closed' : undefined
}

/** Refuses a template that names what there is not, and says which (ML-02). */
export const knownPlaceholders = z.refine<string>((template) => whyNoTemplate(template) === undefined, {
  error: ({ input }) => whyNoTemplate(String(input)) ?? 'Unknown placeholder',
})
