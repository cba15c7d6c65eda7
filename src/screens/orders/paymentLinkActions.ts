import type { OrderRecord } from '../../../contract/extensions/orders'
import type { OrderPayments } from '../../../contract/extensions/payments'
import { isLinkOut, whyNoLink } from '../../../contract/rules/linkTold'
import type { WriteAction } from '../../components/actions/recordAction'
import type { PaymentLinkRef } from './usePaymentLink'

interface OrderLink {
  order: Pick<OrderRecord, 'status' | 'customer'>
  payments: OrderPayments
  /** The one that this browser has the address of, and that still holds. */
  linkId: string | undefined
  flow: PaymentLinkRef
}

const whyNoLinkFor = ({ order, payments }: OrderLink) => whyNoLink({ status: order.status, due: payments.due })

export const sendPaymentLink: WriteAction<OrderLink> = {
  action: 'orders.createPaymentLink',
  label: 'Send payment link',
  primary: true,
  whyNot: (link) =>
    whyNoLinkFor(link) ?? (link.order.customer.email ? undefined : 'This customer has no email address.'),
  open: ({ flow }) => flow.send({ type: 'link.mail' }),
}

export const copyPaymentLink: WriteAction<OrderLink> = {
  action: 'orders.createPaymentLink',
  label: 'Copy link',
  whyNot: whyNoLinkFor,
  open: ({ flow, linkId }) => flow.send({ type: 'link.copy', linkId }),
}

export const endPaymentLink: WriteAction<OrderLink> = {
  action: 'orders.endPaymentLink',
  label: 'End link',
  whyNot: ({ payments }) => (isLinkOut(payments.link) ? undefined : 'No payment link is out.'),
  open: ({ flow }) => flow.send({ type: 'link.end' }),
}
