import * as z from 'zod/mini'
import { taxedOrder, type TaxedOrder } from '../../contract/extensions/payments'
import { amountOf, shownAmount } from '../../contract/rules/amounts'
import { typedLines, cardText } from '../../contract/rules/receipt'
import { html } from '../docs/html'
import { hasReceipt } from '../paymentLinks/record'

const refusal = z.object({ message: z.string() })

/** What the API says of an order that a payment link opens, as markup for whoever has no JavaScript (PY-01, PY-06). */
export function orderText(answer: string): string {
  const said: unknown = JSON.parse(answer)
  const order = z.safeParse(taxedOrder, said)
  if (order.success) return markupOf(order.data)
  const refused = z.safeParse(refusal, said)
  return html`<h1>This payment link could not be opened</h1>
    <p>${refused.success ? refused.data.message : ''}</p>`.text
}

// Whose zone it is read in is not known here.
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const dayOf = (at: string | null | undefined) => (at ? dayFormat.format(new Date(at)) : '-')

function markupOf(order: TaxedOrder) {
  const { id, number, seller, currency, items, taxTotal, taxRate, pricesIncludeTax, paymentStatus } = order
  const money = (value: number | null | undefined) =>
    typeof value === 'number' ? shownAmount(amountOf(value), currency ?? 'USD') : '-'
  const row = (term: string, value: number | null | undefined) =>
    html`<tr>
      <th scope="row">${term}</th>
      <td>${money(value)}</td>
    </tr>`
  const refunds = order.refunds ?? []
  const isPaid = hasReceipt({ paymentStatus: paymentStatus ?? 'unpaid' })
  const card = cardText(order.paidBy)
  const address = typedLines(seller?.address)
  const rate = taxRate ? ` (${taxRate} %)` : ''
  return html`<h1>Order ${number ?? id}</h1>
    <p>${seller?.name ?? ''}</p>
    <table>
      <tbody>
        ${(items ?? []).map((item) => row(`${item.quantity ?? 1} × ${item.name ?? '-'}`, item.total))}
      </tbody>
      <tfoot>
        ${row('Subtotal', order.subtotal)} ${row('Shipping', order.shippingTotal)}
        ${taxTotal ? row(`${pricesIncludeTax ? 'Included tax' : 'Tax'}${rate}`, taxTotal) : ''}
        ${row('Total', order.total)}
        ${refunds.map(({ amount, at }) => row(`Refunded on ${dayOf(at)}`, typeof amount === 'number' ? -amount : amount))}
      </tfoot>
    </table>
    ${paymentStatus === 'paid' ? html`<p class="notice">This order is paid. Thank you.</p>` : ''}
    ${isPaid && card ? html`<p>Paid with ${card}</p>` : ''}
    ${isPaid && address.length > 0 ? html`<p>${address.join(', ')}</p>` : ''}
    ${isPaid && seller?.taxNumber ? html`<p>Tax number ${seller.taxNumber}</p>` : ''}
    ${seller?.supportEmail ? html`<p>Questions? Write to ${seller.supportEmail}.</p>` : ''}`.text
}
