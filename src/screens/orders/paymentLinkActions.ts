import type { OrderRecord } from '../../../contract/extensions/orders'
import type { OrderPayments } from '../../../contract/extensions/payments'
import { isLinkOut, noLinkOut, whyNoLink } from '../../../contract/rules/linkTold'
import type { WriteAction } from '../../components/actions/recordAction'
import type { PaymentLinkRef } from './usePaymentLink'

interface OrderLink {
  order: Pick<OrderRecord, 'status'> & { customer: Pick<OrderRecord['customer'], 'email'> }
  payments: OrderPayments
  /** The one that this browser has the address of, and that still holds. */
  linkId: string | undefined
  /** The gateway that the agent has chosen. */
  chosen: string | undefined
  /** Why nothing can be done about it, whatever the order is. */
  closed?: string | undefined
  flow: PaymentLinkRef
}

const whyNoLinkFor = ({ order, payments: { due, gateways }, chosen, closed }: OrderLink) =>
  closed ?? whyNoLink({ status: order.status, due, gateways, chosen })

export const sendPaymentLink: WriteAction<OrderLink> = {
  action: 'orders.createPaymentLink',
  // A customer who finds no mail is sent another link.
  label: ({ payments: { link } }) => (link?.mailedTo && isLinkOut(link) ? 'Send again' : 'Send payment link'),
  primary: true,
  whyNot: (link) =>
    whyNoLinkFor(link) ?? (link.order.customer.email ? undefined : 'This customer has no email address.'),
  open: ({ flow, chosen }) => flow.send({ type: 'link.mail', gatewayInstanceId: chosen }),
}

export const copyPaymentLink: WriteAction<OrderLink> = {
  action: 'orders.createPaymentLink',
  label: 'Copy link',
  whyNot: whyNoLinkFor,
  open: ({ flow, linkId, chosen }) => flow.send({ type: 'link.copy', linkId, gatewayInstanceId: chosen }),
}

export const endPaymentLink: WriteAction<OrderLink> = {
  action: 'orders.endPaymentLink',
  label: 'End link',
  whyNot: ({ payments, closed }) => (isLinkOut(payments.link) ? closed : noLinkOut),
  open: ({ flow }) => flow.send({ type: 'link.end' }),
}

/** What can be done about the link of an order, where its card is on the screen. */
export const paymentLinkActions: readonly WriteAction<OrderLink>[] = [sendPaymentLink, copyPaymentLink, endPaymentLink]
