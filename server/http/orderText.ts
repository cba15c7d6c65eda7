import * as z from 'zod/mini'
import { payableOrder, type PayableOrder } from '../../contract/orders'
import { amountOf, shownAmount } from '../../contract/rules/amounts'
import { html } from '../docs/html'

const refusal = z.object({ message: z.string() })

/** What the API says of an order that a payment link opens, as markup for whoever has no JavaScript (PY-01). */
export function orderText(answer: string): string {
  const said: unknown = JSON.parse(answer)
  const order = z.safeParse(payableOrder, said)
  if (order.success) return markupOf(order.data)
  const refused = z.safeParse(refusal, said)
  return html`<h1>This payment link could not be opened</h1>
    <p>${refused.success ? refused.data.message : ''}</p>`.text
}

function markupOf({
  id,
  number,
  seller,
  currency,
  items,
  subtotal,
  shippingTotal,
  total,
  paymentStatus,
}: PayableOrder) {
  const money = (value: number | null | undefined) =>
    typeof value === 'number' ? shownAmount(amountOf(value), currency ?? 'USD') : '-'
  const isPaid = paymentStatus === 'paid'
  return html`<h1>Order ${number ?? id}</h1>
    <p>${seller?.name ?? ''}</p>
    <ul>
      ${(items ?? []).map((item) => html`<li>${item.quantity ?? 1} × ${item.name ?? '-'}: ${money(item.total)}</li>`)}
    </ul>
    <p>Subtotal: ${money(subtotal)}</p>
    <p>Shipping: ${money(shippingTotal)}</p>
    <p>Total: ${money(total)}</p>
    <p>${isPaid ? 'This order is paid. Thank you.' : ''}</p>
    <p>${seller?.supportEmail ? `Questions? Write to ${seller.supportEmail}.` : ''}</p>`.text
}
