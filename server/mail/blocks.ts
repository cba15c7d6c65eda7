import { typedLines } from '../../contract/rules/receipt'
import type { MailFacts } from './facts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text that stays one wherever in HTML it is put, in attributes too. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

/** A mail links to addresses of the web only. */
export const webAddress = (address: string): string => (/^https?:\/\//i.test(address) ? address : '')

/** What writes cents of a currency. */
export function moneyIn(currency: string): (cents: number) => string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return (cents) => format.format(cents / 100)
}

interface SummaryRow {
  term: string
  cents: number
  isSum?: boolean
}

/** What an order costs, and what of it is moved by what a mail is about: down to each sum, the lines add up to it (ML-04). */
export function summaryOf(facts: MailFacts): SummaryRow[] {
  const { items, shippingCents, taxCents, taxRate, pricesIncludeTax, totalCents, paidCents } = facts
  const rate = taxRate === 0 ? '' : ` (${taxRate / 1_000} %)`
  const tax = taxCents === 0 ? [] : [{ term: `${pricesIncludeTax ? 'Included tax' : 'Tax'}${rate}`, cents: taxCents }]
  return [
    ...items.map(({ name, quantity, totalCents: cents }) => ({ term: `${quantity} × ${name}`, cents })),
    { term: 'Shipping', cents: shippingCents },
    ...(pricesIncludeTax ? [] : tax),
    { term: 'Total', cents: totalCents, isSum: true },
    ...(pricesIncludeTax ? tax : []),
    ...(facts.event === 'order.payment_link.created' && paidCents > 0
      ? [
          { term: 'Paid already', cents: 0 - paidCents },
          { term: 'To be paid', cents: Math.max(0, totalCents - paidCents), isSum: true },
        ]
      : []),
    // As of a receipt; what costs nothing was paid by nothing.
    ...(facts.event === 'order.completed' && facts.paidBy !== '' && paidCents > 0
      ? [{ term: `Paid (${facts.paidBy})`, cents: paidCents, isSum: true }]
      : []),
    ...(facts.event === 'order.refunded' ? refundRows(facts) : []),
  ]
}

function refundRows({ paidCents, refundedCents, refundCents }: MailFacts): SummaryRow[] {
  const before = refundedCents - refundCents
  return [
    { term: 'Paid', cents: paidCents, isSum: true },
    ...(before > 0 ? [{ term: 'Refunded before', cents: 0 - before }] : []),
    { term: 'Refunded now', cents: 0 - refundCents },
    { term: 'Paid after refunds', cents: paidCents - refundedCents, isSum: true },
  ]
}

/** What an order costs, as a table. */
export function summaryHtml(facts: MailFacts): string {
  const money = moneyIn(facts.currency)
  const rows = summaryOf(facts).map(({ term, cents, isSum = false }) => {
    const style = `padding:6px 0${isSum ? ';border-top:1px solid #d4d4d8;font-weight:600' : ''}`
    return `<tr><td style="${style}">${escaped(term)}</td><td style="${style};padding-left:16px;text-align:right;white-space:nowrap">${escaped(money(cents))}</td></tr>`
  })
  return `<table role="presentation" style="width:100%;border-collapse:collapse">${rows.join('')}</table>`
}

type Seller = Pick<MailFacts, 'sellerName' | 'sellerAddress' | 'taxNumber' | 'supportEmail' | 'liveUrl'>

const link = (address: string, text: string) => `<a href="${escaped(address)}">${escaped(text)}</a>`

/** Who sells, and how to reach them, as far as it is known. */
export const sellerHtml = ({ sellerName, sellerAddress, taxNumber, supportEmail, liveUrl }: Seller): string =>
  [
    escaped(sellerName),
    ...typedLines(sellerAddress).map(escaped),
    ...(taxNumber === '' ? [] : [escaped(`Tax number ${taxNumber}`)]),
    ...(supportEmail === '' ? [] : [link(`mailto:${supportEmail}`, supportEmail)]),
    ...(webAddress(liveUrl) === '' ? [] : [link(liveUrl, liveUrl)]),
  ].join('<br>')

/** What to do about a mail: where there is nothing to be done, who sent it is visited or written to. */
export function buttonHtml(facts: MailFacts): string {
  const { sellerName, liveUrl, supportEmail, currency, totalCents, paidCents } = facts
  const due = moneyIn(currency)(Math.max(0, totalCents - paidCents))
  const steps = {
    'order.payment_link.created': [facts.paymentLink, `Pay ${due}`],
    'order.completed': [facts.receiptLink, 'See receipt'],
    'order.tracking_number.assigned': [facts.trackingLink, 'Follow parcel'],
    'order.refunded': [facts.receiptLink, 'See receipt'],
  } as const
  const [page, label] = steps[facts.event]
  const found =
    webAddress(page) !== ''
      ? [page, label]
      : webAddress(liveUrl) !== ''
        ? [liveUrl, `Visit ${sellerName}`]
        : supportEmail !== ''
          ? [`mailto:${supportEmail}`, `Write to ${sellerName}`]
          : undefined
  if (!found) return ''
  const [address = '', text = ''] = found
  const style =
    'display:inline-block;padding:12px 20px;background:#1d4ed8;color:#ffffff;border-radius:6px;text-decoration:none'
  return `<p style="margin:20px 0"><a href="${escaped(address)}" style="${style}">${escaped(text)}</a></p>`
}
