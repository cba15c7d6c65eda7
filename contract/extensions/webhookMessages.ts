import * as z from 'zod/mini'
import { type WebhookEvent, webhookEvents } from '../rules/webhooks'
import { id, moment } from '../schemas'
import { customerRecord } from './customers'
import { fulfilmentRecord } from './fulfilments'
import { orderRecord } from './orders'
import { attempt, refund } from './payments'

/** The body of a message: its event, when that was, and the records that it is about, as the calls answer them. */
const message = <Type extends string, Data extends z.ZodMiniType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), timestamp: moment, organizationId: id, data })

const ofOrder = z.object({ order: orderRecord })
const ofPayment = z.object({ order: orderRecord, payment: attempt })
const ofRefund = z.object({ order: orderRecord, refund })
const ofParcel = z.object({ fulfilment: fulfilmentRecord })
/** A customer may be gone, or a part of another one, before the message is written. */
const ofCustomer = z.object({ customerId: id, customer: z.nullable(customerRecord) })
const ofMerge = z.extend(ofCustomer, { mergedCustomerId: id })

const dataOf = {
  'order.placed': ofOrder,
  'order.address_changed': ofOrder,
  'order.paid': ofPayment,
  'order.completed': ofOrder,
  'order.cancelled': ofOrder,
  'order.expired': ofOrder,
  'order.refunded': ofRefund,
  'payment.failed': ofPayment,
  'refund.failed': ofRefund,
  'fulfilment.shipped': ofParcel,
  'fulfilment.delivered': ofParcel,
  'fulfilment.cancelled': ofParcel,
  'customer.created': ofCustomer,
  'customer.updated': ofCustomer,
  'customer.merged': ofMerge,
  'customer.deleted': ofCustomer,
} as const satisfies Record<WebhookEvent, z.ZodMiniType>

/** What a message of each event says beside its type. */
export type WebhookData<Event extends WebhookEvent> = z.input<(typeof dataOf)[Event]>

/** The message of each event, as a receiver gets it (WH-01). */
export const webhookMessages = new Map(webhookEvents.map((event) => [event, message(event, dataOf[event])]))

/** The message of a test, which is about nothing. */
export const webhookTestMessage = message('webhook.test', z.object({ text: z.string() }))
