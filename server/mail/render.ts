import { type Placeholder, withPlaceholders } from '../../contract/forms/mailTemplates'

/** What a mail may tell of an order. Money is whole cents. */
export interface MailFacts {
  number: number
  customerFirstName: string
  currency: string
  totalCents: number
  items: readonly { name: string; quantity: number; totalCents: number }[]
  address1: string | null
  address2: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  country: string | null
  createdAt: Date
  /** IANA, the organization's. */
  timeZone: string
  liveUrl: string
  paymentLink: string
  trackingNumber: string
}

export interface Template {
  subject: string
  body: string
}

export interface RenderedMail {
  subject: string
  html: string
  text: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text that stays one wherever in HTML it is put, in attributes too. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

/** Longer subjects are cut, in characters: a header has a length that servers refuse. */
const longestSubject = 250

/** A text of one line, whatever was in it: nothing in it ends a header (ML-01). */
export const oneLineOf = (text: string): string =>
  Array.from(text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\s]+/gu, ' ').trim())
    .slice(0, longestSubject)
    .join('')

/** A mail links to addresses of the web only. */
const webAddress = (address: string) => (/^https?:\/\//i.test(address) ? address : '')

/** Fills a template with an order: escaped in the body, a single line in the subject, and the body as plain text too. */
export function renderMail({ subject, body }: Template, facts: MailFacts): RenderedMail {
  const values = valuesOf(facts)
  const html = withPlaceholders(body, (name) =>
    name === 'order_items' ? itemsOf(facts).map(escaped).join('<br>') : escaped(values[name]),
  )
  return { subject: oneLineOf(withPlaceholders(subject, (name) => values[name])), html, text: plainText(html) }
}

function valuesOf(facts: MailFacts): Record<Placeholder, string> {
  return {
    customer_first_name: facts.customerFirstName,
    order_id: `${facts.number}`,
    order_date: new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: facts.timeZone }).format(
      facts.createdAt,
    ),
    order_total: money(facts.totalCents, facts.currency),
    order_items: itemsOf(facts).join(', '),
    shipping_address1: facts.address1 ?? '',
    shipping_address2: facts.address2 ?? '',
    shipping_city: facts.city ?? '',
    shipping_state: facts.state ?? '',
    shipping_postal_code: facts.postalCode ?? '',
    shipping_country: facts.country ?? '',
    live_url: webAddress(facts.liveUrl),
    payment_link: webAddress(facts.paymentLink),
    tracking_number: facts.trackingNumber,
  }
}

const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

const itemsOf = ({ items, currency }: MailFacts) =>
  items.map(({ name, quantity, totalCents }) => `${quantity} × ${name}: ${money(totalCents, currency)}`)

const signs: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
}
const decoded = (html: string) => html.replaceAll(/&(#39|[a-z]+);/g, (entity, name: string) => signs[name] ?? entity)

/** What HTML says without its marks: a link with its address, a block as a paragraph. */
export function plainText(html: string): string {
  const marked = html
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replaceAll(/<(head|style|script|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>(.{0,2000}?)<\/a\s*>/gi,
      (_, double: string | undefined, single: string | undefined, shown: string) => {
        const address = (double ?? single ?? '').trim()
        const words = shown.replaceAll(/<[^>]*>/g, '').trim()
        return words === '' || words === address ? address : address === '' ? words : `${words}: ${address}`
      },
    )
    .replaceAll(/<br\b[^>]*>/gi, '\n')
    .replaceAll(/<li\b[^>]*>/gi, '\n- ')
    .replaceAll(/<\/?(?:p|div|h[1-6]|ul|ol|table|blockquote|section|header|footer)\b[^>]*>/gi, '\n\n')
    .replaceAll(/<\/(?:tr|li)\s*>/gi, '\n')
    .replaceAll(/<\/(?:td|th)\s*>/gi, ' ')
    .replaceAll(/<\/?[a-z!][^>]*>/gi, '')
  const lines = decoded(marked)
    .split('\n')
    .map((line) => line.trim())
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`
}
