import { partsOf, type Placeholder } from '../../contract/forms/mailTemplates'
import type { mails } from '../db/schema/mails'
import { buttonHtml, escaped, moneyIn, sellerHtml, summaryHtml, webAddress } from './blocks'
import type { MailFacts } from './facts'
import { plainText } from './plainText'

/** What was not told of an order before mails had it. */
const untold = {
  event: 'order.completed',
  subtotalCents: 0,
  shippingCents: 0,
  taxCents: 0,
  taxRate: 0,
  pricesIncludeTax: false,
  paidCents: 0,
  refundedCents: 0,
  refundCents: 0,
  sellerName: '',
  supportEmail: '',
  sellerAddress: '',
  taxNumber: '',
  paidBy: '',
  receiptLink: '',
  trackingLink: '',
} as const satisfies Partial<MailFacts>

export interface Template {
  subject: string
  body: string
}

export interface RenderedMail {
  subject: string
  html: string
  text: string
}

type KeptMail = Pick<typeof mails.$inferSelect, 'html' | 'text' | 'unrendered'>

/** Longer subjects are cut, in characters: a header has a length that servers refuse. */
const longestSubject = 250

/** A text of one line, whatever was in it: nothing in it ends a header (ML-01). */
export const oneLineOf = (text: string): string =>
  Array.from(text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\s]+/gu, ' ').trim())
    .slice(0, longestSubject)
    .join('')

/** As many characters as a mail has at most: most receivers show no more, and a server has others to serve. */
export const longestMail = 1_000_000

/** A template that an order makes too much of. Its message is for who wrote it. */
export class MailTooLong extends Error {
  constructor() {
    super(
      `With this order the mail is longer than ${longestMail.toLocaleString('en-US')} characters. Shorten its template.`,
    )
    this.name = 'MailTooLong'
  }
}

/** What is kept of a mail until it is sent: its subject, which lists show, and what the rest is written from. */
export const keptUnrendered = ({ subject, body }: Template, facts: MailFacts) => ({
  subject: filledSubject(subject, facts),
  html: '',
  text: '',
  unrendered: { body, facts },
})

/**
 * What stands in a mail that was kept, written by now or not. It is done outside of transactions, as others wait for
 * these. Throws {@link MailTooLong}.
 */
export function renderedOf({ html, text, unrendered }: KeptMail): Pick<RenderedMail, 'html' | 'text'> {
  if (unrendered === null) return { html, text }
  // What `keptUnrendered` put there; JSON has no moments.
  const facts = { ...untold, ...(unrendered.facts as Omit<MailFacts, 'createdAt'> & { createdAt: string }) }
  return renderMail({ subject: '', body: unrendered.body }, { ...facts, createdAt: new Date(facts.createdAt) })
}

/** Fills a template with an order, escaped in the body, with the plain text of it. Throws {@link MailTooLong}. */
export function renderMail({ subject, body }: Template, facts: MailFacts): RenderedMail {
  const values = valuesOf(facts)
  const inHtml: Record<string, string> = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, escaped(value)]),
  )
  Object.assign(inHtml, blocksOf(facts))
  const html = filled(body, inHtml, longestMail)
  if (html === undefined) throw new MailTooLong()
  return { subject: filledSubject(subject, facts, values), html, text: plainText(html) }
}

/** A template's subject with an order: one line, cut to what servers take. */
export function filledSubject(subject: string, facts: MailFacts, values: Values = valuesOf(facts)): string {
  const cut = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.slice(0, 4 * longestSubject)]),
  )
  return oneLineOf(filled(subject, cut, Number.POSITIVE_INFINITY) ?? '')
}

/** A template with its placeholders filled; what nobody knows becomes nothing. Undefined when it would be longer than `max`. */
function filled(template: string, values: Readonly<Record<string, string>>, max: number): string | undefined {
  const parts: string[] = []
  let length = 0
  for (const part of partsOf(template)) {
    const text = 'text' in part ? part.text : Object.hasOwn(values, part.inside) ? (values[part.inside] ?? '') : ''
    length += text.length
    if (length > max) return undefined
    parts.push(text)
  }
  return parts.join('')
}

type Values = Record<Placeholder, string>

function valuesOf(facts: MailFacts): Values {
  const money = moneyIn(facts.currency)
  return {
    customer_first_name: facts.customerFirstName,
    order_id: `${facts.number}`,
    order_date: new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: facts.timeZone }).format(
      facts.createdAt,
    ),
    order_total: money(facts.totalCents),
    order_items: itemsOf(facts).join(', '),
    order_summary: itemsOf(facts).join(', '),
    order_subtotal: money(facts.subtotalCents),
    order_shipping: money(facts.shippingCents),
    order_tax: money(facts.taxCents),
    amount_due: money(Math.max(0, facts.totalCents - facts.paidCents)),
    refund_amount: money(facts.refundCents),
    shipping_address1: facts.address1 ?? '',
    shipping_address2: facts.address2 ?? '',
    shipping_city: facts.city ?? '',
    shipping_state: facts.state ?? '',
    shipping_postal_code: facts.postalCode ?? '',
    shipping_country: facts.country ?? '',
    live_url: webAddress(facts.liveUrl),
    payment_link: webAddress(facts.paymentLink),
    tracking_number: facts.trackingNumber,
    tracking_link: webAddress(facts.trackingLink),
    receipt_link: webAddress(facts.receiptLink),
    seller_name: facts.sellerName,
    seller_details: facts.sellerName,
    mail_button: '',
  }
}

/** What is more than a text in the body of a mail. Whatever people have written is escaped. */
const blocksOf = (facts: MailFacts): Partial<Values> => ({
  order_items: itemsOf(facts).map(escaped).join('<br>'),
  order_summary: summaryHtml(facts),
  seller_details: sellerHtml(facts),
  mail_button: buttonHtml(facts),
})

function itemsOf({ items, currency }: MailFacts): string[] {
  const money = moneyIn(currency)
  return items.map(({ name, quantity, totalCents }) => `${quantity} × ${name}: ${money(totalCents)}`)
}
