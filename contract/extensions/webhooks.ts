import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { webhookEvents, whyNoWebhookAddress } from '../rules/webhooks'
import { acknowledged, countInAddress, extension, id, oneLine, secret, shownNumber, shownText } from '../schemas'
import { idempotencyKey, ifMatch, version } from '../versions'

export const webhookEvent = z.enum(webhookEvents)

/** How far a message is: on its way or to be tried again, taken by its receiver, or given up. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export const deliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof deliveryState>

/** One try to hand a message over: when, for how long, and what was answered, or why nothing was. */
const webhookTry = z.object({
  id,
  triedAt: shownText,
  milliseconds: shownNumber,
  /** The status of the answer; none where nothing was answered. */
  status: shownNumber,
  /** Why it counts as failed, in one sentence; none when it was taken. */
  failure: shownText,
  /** The beginning of the answer. */
  answer: shownText,
})
export type WebhookTry = z.infer<typeof webhookTry>

/** A webhook: where others are told, and of what (WH-01). Its secret is answered once, by what makes it. */
export const webhook = z.object({
  id,
  address: shownText,
  events: z.array(z.string()),
  state: z.enum(['enabled', 'disabled']),
  /** Why it was switched off by itself: its receiver is gone (410), or has failed for three days. */
  switchedOffBy: z.nullish(z.enum(['gone', 'failing'])),
  /** Since when nothing has been taken; none after something was. */
  failingSince: shownText,
  /** Until when the secret before the last one signs, too. */
  formerSecretUntil: shownText,
  /** The newest try of any of its messages. */
  lastTry: z.nullish(z.omit(webhookTry, { id: true, answer: true })),
  /** How many of its messages wait. */
  waitingCount: shownNumber,
  version,
  createdAt: shownText,
  updatedAt: shownText,
})
export type Webhook = z.infer<typeof webhook>

/** A webhook with the secret that was made for it; null to whoever asks again. */
const webhookWithSecret = z.extend(webhook, { webhookSecret: z.nullable(secret(z.string())) })

/** A message to one webhook, as lists show it. */
export const webhookDelivery = z.object({
  id,
  webhookId: id,
  /** What its header `webhook-id` says, in every try and to every webhook. */
  messageId: shownText,
  event: shownText,
  state: deliveryState,
  triesCount: shownNumber,
  lastTry: z.nullish(z.omit(webhookTry, { id: true, answer: true })),
  /** When it is tried next; none unless it waits. */
  nextTryAt: shownText,
  createdAt: shownText,
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

/** A message with what is sent and each of its tries, the newest first. */
export const webhookDeliveryRecord = z.extend(webhookDelivery, {
  organizationId: shownText,
  address: shownText,
  /** The body as it is sent; none before the first try. */
  payload: shownText,
  tries: z.array(webhookTry),
})
export type WebhookDeliveryRecord = z.infer<typeof webhookDeliveryRecord>

const address = z.string().check(
  z.trim(),
  z.maxLength(1_000, 'At most 1000 characters'),
  z.regex(oneLine),
  z.check(({ value, issues }) => {
    const message = whyNoWebhookAddress(value)
    if (message !== undefined) issues.push({ code: 'custom', message, input: value })
  }),
)
const events = z.array(webhookEvent).check(z.minLength(1, 'Choose at least one event'), z.maxLength(100))

export const webhookCreate = z.object({ organizationId: id, address, events })
export type WebhookCreate = z.infer<typeof webhookCreate>
export const webhookUpdate = z.object({ address: z.optional(address), events: z.optional(events) })
export type WebhookUpdate = z.infer<typeof webhookUpdate>

const pathParams = z.object({ webhookId: id })
const ofDelivery = z.object({ deliveryId: id })
const delivery = { 200: z.object({ data: webhookDelivery }) }
const secretOnce =
  'The secret is answered once and kept encrypted: a request that is repeated with its key answers null in its place.'

/** How other systems are told of what happens in an organization; for its owners (WH-01). */
export const webhooks = routes({
  list: {
    method: 'GET',
    path: '/outgoing-webhooks',
    summary: 'List the webhooks of an organization, the oldest first; for owners',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(webhook) }) },
  },
  create: {
    method: 'POST',
    path: '/outgoing-webhooks',
    summary: 'Tell another system of events from now on',
    description: secretOnce,
    metadata: extension,
    headers: idempotencyKey,
    body: webhookCreate,
    responses: { 200: z.object({ data: webhookWithSecret }) },
  },
  update: {
    method: 'PUT',
    path: '/outgoing-webhooks/:webhookId',
    summary: 'Change where another system is told, and of what; what waits is sent to the new address',
    metadata: extension,
    pathParams,
    headers: ifMatch,
    body: webhookUpdate,
    responses: { 200: z.object({ data: webhook }) },
  },
  switch: {
    method: 'POST',
    path: '/outgoing-webhooks/:webhookId/state',
    summary: 'Switch a webhook off, by which what waits is given up, or on again',
    metadata: extension,
    pathParams,
    body: z.object({ state: z.enum(['enabled', 'disabled']) }),
    responses: { 200: z.object({ data: webhook }) },
  },
  rotateSecret: {
    method: 'POST',
    path: '/outgoing-webhooks/:webhookId/secret',
    summary: 'Make a new secret; those before it sign beside it for 24 hours',
    description: 'The secret is answered once and kept encrypted. Who has lost the answer makes another one.',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses: { 200: z.object({ data: webhookWithSecret }) },
  },
  test: {
    method: 'POST',
    path: '/outgoing-webhooks/:webhookId/test',
    summary: 'Send a message of the type webhook.test; refused with 409 while it is switched off',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses: delivery,
  },
  delete: {
    method: 'DELETE',
    path: '/outgoing-webhooks/:webhookId',
    summary: 'Delete a webhook with its messages; nothing more is sent to it',
    metadata: extension,
    pathParams,
    body: z.optional(z.object({})),
    responses: { 200: acknowledged },
  },
  deliveries: {
    method: 'GET',
    path: '/outgoing-webhooks/:webhookId/deliveries',
    summary: 'List the messages to a webhook, the newest first; for owners',
    metadata: extension,
    pathParams,
    query: z.object({
      state: z.optional(deliveryState),
      limit: countInAddress(10, 100),
      page: countInAddress(1, 1_000_000),
    }),
    responses: {
      200: z.object({ data: z.array(webhookDelivery), meta: z.object({ total: z.int().check(z.minimum(0)) }) }),
    },
  },
  delivery: {
    method: 'GET',
    path: '/webhook-deliveries/:deliveryId',
    summary: 'Read a message with what is sent and each of its tries; for owners',
    metadata: extension,
    pathParams: ofDelivery,
    responses: { 200: z.object({ data: webhookDeliveryRecord }) },
  },
  sendAgain: {
    method: 'POST',
    path: '/webhook-deliveries/:deliveryId/send',
    summary: 'Send a message once more, with the same id, and try it again for three days if that fails',
    description: 'Refused with 409 while its webhook is switched off; one that waits is sent now.',
    metadata: extension,
    pathParams: ofDelivery,
    body: z.object({}),
    responses: delivery,
  },
})
