import type { OrderPayments } from '../extensions/payments'
import type { PaymentLink } from '../paymentLinks'

/** How far a payment link is, in a few words, and what to say to the customer who is on the phone (LV-02). */
export interface LinkTold {
  title: string
  say: string
}

export function linkTold({ state, mailedTo, reason }: Pick<PaymentLink, 'state' | 'mailedTo' | 'reason'>): LinkTold {
  switch (state) {
    case 'created':
      return {
        title: 'Made, and not opened yet',
        say: 'Please open the payment page. I can read you a code, or send you the link.',
      }
    case 'mailed':
      return {
        title: `Mailed to ${mailedTo || 'the customer'}`,
        say: 'I have just sent you a mail with a link to pay. Please open it and tell me when you see your order.',
      }
    case 'opened':
      return {
        title: 'The customer has opened it',
        say: 'You see your order now. Please check it, then type your card.',
      }
    case 'paying':
      return {
        title: 'The customer is paying',
        say: 'Your payment is on its way. Please keep the page open, it takes a few seconds.',
      }
    case 'action_required':
      return {
        title: 'Asked by the bank',
        say: 'Your bank asks you to confirm. Please look at its question, or into its app.',
      }
    case 'declined':
      return {
        title: `Declined: ${reason || 'The bank declined the card.'}`,
        say: 'It did not go through, and nothing was charged. Please try again, or use another card.',
      }
    case 'paid':
      return { title: 'Paid', say: 'Thank you, your payment has arrived. The payment page has your receipt.' }
    case 'expired':
      return { title: 'Expired', say: 'That link has run out. I will send you a new one right now.' }
    case 'replaced':
      return {
        title: 'Replaced by a newer link',
        say: 'Please open the newest mail from us; the older link has ended.',
      }
    case 'cancelled':
      return { title: 'Ended', say: 'Nothing can be paid by that link any more.' }
  }
}

const ended: ReadonlySet<PaymentLink['state']> = new Set(['paid', 'expired', 'replaced', 'cancelled'])

/** Why nothing can be ended. */
export const noLinkOut = 'No payment link is out.'

/** Whether a link can be paid by now. */
export const isLinkOut = (link: Pick<PaymentLink, 'state'> | null | undefined): boolean =>
  link !== null && link !== undefined && !ended.has(link.state)

export const overCap = 'This payment gateway would take more than its cap for this month.'
export const noGateways = 'Add or enable a payment gateway first.'

type Gateways = OrderPayments['gateways']

/** The gateway of an order's next link: the chosen one, else the usual one, which is the first; undefined when there is none. */
export const gatewayOf = (gateways: Gateways, chosen: string | undefined) =>
  gateways?.find(({ id }) => id === chosen) ?? gateways?.[0]

/** Whether another gateway would take what the usual one does not (GW-01). */
export const isAnotherOffered = (gateways: Gateways): boolean =>
  Boolean(gateways?.[0]?.whyNot) && gateways?.some(({ whyNot }) => !whyNot) === true

interface Payable {
  status: string | null | undefined
  due: number
  /** Those that are enabled; a backend that does not tell them judges by itself. */
  gateways?: Gateways
  /** The id of the one that is chosen. */
  chosen?: string | undefined
}

/** Why an order can't get a payment link, in one sentence (GE-05); undefined when it can. */
export function whyNoLink({ status, due, gateways, chosen }: Payable): string | undefined {
  if (status === 'cancelled') return 'This order has been cancelled.'
  if (due <= 0) return 'This order has been paid.'
  if (!gateways) return undefined
  if (gateways.length === 0) return noGateways
  const whyNot = gatewayOf(gateways, chosen)?.whyNot || undefined
  return whyNot !== undefined && isAnotherOffered(gateways) ? `${whyNot} Choose another one.` : whyNot
}
