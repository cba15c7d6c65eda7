import * as z from 'zod/mini'
import { autoresponder, autoresponderEvents } from '../autoresponders'
import { routes } from '../client/tsRest'
import { knownPlaceholders } from '../forms/mailTemplates'
import { acknowledged, email, extension, id, line, namedOrder, secret, someField, text } from '../schemas'
import { ifMatch } from '../versions'

/** The order events that are mailed about, with their labels: those of the core, and that money was given back (ML-04). */
export const mailEvents = { ...autoresponderEvents, 'order.refunded': 'Order Refunded' } as const
export type MailEvent = keyof typeof mailEvents

export const mailEvent = z.enum([
  'order.completed',
  'order.tracking_number.assigned',
  'order.payment_link.created',
  'order.refunded',
]) satisfies z.ZodMiniType<MailEvent>

/** What somebody writes for mails: subject, and HTML, with placeholders (ML-02). */
export const mailTemplate = {
  subject: line(200).check(knownPlaceholders),
  body: text(100_000).check(z.minLength(1), knownPlaceholders),
}

/** What changes of an auto-responder. */
export const autoresponderUpdate = z
  .partial(
    z.object({
      ...mailTemplate,
      pluginInstanceId: id,
      event: mailEvent,
      from: email,
    }),
  )
  .check(someField)
export type AutoresponderUpdate = z.infer<typeof autoresponderUpdate>

/** What stands in a mail, which may hold the address under which an order is paid, but for whoever may make no link. */
export const mailBody = {
  mailHtml: secret(z.string()),
  mailText: secret(z.string()),
}

/** A mail as it would be sent; of an order that there is, or of one made up where the campaign has none. */
export const mailPreview = z.object({
  from: z.string(),
  subject: z.string(),
  ...mailBody,
  order: z.nullish(namedOrder),
})
export type MailPreview = z.infer<typeof mailPreview>

const pathParams = z.object({ autoresponderId: id })
const responses = { 200: z.object({ data: autoresponder }) }

/** Changing, trying out, pausing and deleting an auto-responder (ML-02, WF-05). */
export const autoresponders = routes({
  update: {
    method: 'PUT',
    path: '/autoresponders/email/:autoresponderId',
    summary: 'Change fields of an auto-responder',
    metadata: extension,
    pathParams,
    headers: ifMatch,
    body: autoresponderUpdate,
    responses,
  },
  delete: {
    method: 'DELETE',
    path: '/autoresponders/email/:autoresponderId',
    summary: 'Delete an auto-responder',
    metadata: extension,
    pathParams,
    headers: ifMatch,
    body: z.optional(z.object({})),
    responses: { 200: acknowledged },
  },
  restore: {
    method: 'POST',
    path: '/autoresponders/email/:autoresponderId/restore',
    summary: 'Undo the deletion of an auto-responder, within a day of it',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses,
  },
  pause: {
    method: 'POST',
    path: '/autoresponders/email/:autoresponderId/pause',
    summary: 'Let an auto-responder send nothing for now',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses,
  },
  resume: {
    method: 'POST',
    path: '/autoresponders/email/:autoresponderId/resume',
    summary: 'Let a paused auto-responder send again',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses,
  },
  preview: {
    method: 'GET',
    path: '/autoresponders/email/:autoresponderId/preview',
    summary: "Read the mail that an auto-responder would send of the campaign's newest order",
    metadata: extension,
    pathParams,
    responses: { 200: z.object({ data: mailPreview }) },
  },
  sendTest: {
    method: 'POST',
    path: '/autoresponders/email/:autoresponderId/test',
    summary: 'Send that mail to the signed-in user',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses: { 200: acknowledged },
  },
})
