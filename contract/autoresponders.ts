import * as z from 'zod/mini'
import { core, email, id, line, shownText, text } from './schemas'
import { routes } from './client/tsRest'
import { idempotencyKey, version } from './versions'

/** The order events that an auto-responder answers, with their labels (EM-04). */
export const autoresponderEvents = {
  'order.completed': 'Order Completed',
  'order.tracking_number.assigned': 'Order Tracking Number Assigned',
  'order.payment_link.created': 'Order Payment Link Created',
} as const
export type AutoresponderEvent = keyof typeof autoresponderEvents

export const autoresponderEvent = z.enum([
  'order.completed',
  'order.tracking_number.assigned',
  'order.payment_link.created',
]) satisfies z.ZodMiniType<AutoresponderEvent>

export const autoresponder = z.object({
  id: z.nullish(id),
  from: shownText,
  event: shownText,
  subject: shownText,
  body: shownText,
  pluginInstanceId: shownText,
  pluginInstance: z.nullish(z.object({ name: shownText })),
  /** Whether it sends nothing for now. */
  paused: z.nullish(z.boolean()),
  version,
  createdAt: shownText,
  updatedAt: shownText,
})
export type Autoresponder = z.infer<typeof autoresponder>

export const autoresponderCreate = z.object({
  subject: line(200),
  body: text(100_000).check(z.minLength(1)),
  pluginInstanceId: id,
  event: autoresponderEvent,
  from: email,
})
export type AutoresponderCreate = z.infer<typeof autoresponderCreate>

/** The mails that a campaign sends on order events (EM-01 to EM-07). */
export const autoresponders = routes({
  listEmail: {
    method: 'GET',
    path: '/campaigns/:campaignId/autoresponders/email',
    summary: "List a campaign's email auto-responders",
    metadata: core,
    pathParams: z.object({ campaignId: id }),
    responses: { 200: z.object({ data: z.array(autoresponder) }) },
  },
  createEmail: {
    method: 'POST',
    path: '/campaigns/:campaignId/autoresponders/email',
    summary: 'Add an email auto-responder to a campaign',
    metadata: core,
    pathParams: z.object({ campaignId: id }),
    headers: idempotencyKey,
    body: autoresponderCreate,
    responses: { 200: z.object({ data: autoresponder }) },
    validateResponseOnClient: false,
  },
})
