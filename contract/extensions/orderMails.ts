import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { acknowledged, extension, id, shownText, someField } from '../schemas'
import { ifMatch, version } from '../versions'
import { mailEvent, mailPreview, mailTemplate } from './autoresponders'

/** What an organization sends of an order whose campaign has no auto-responder for what happened (ML-04). */
export const orderMail = z.object({
  id,
  event: mailEvent,
  subject: shownText,
  /** HTML with placeholders. */
  body: shownText,
  /** Whether the text is the one that every organization begins with. */
  isOriginal: z.nullish(z.boolean()),
  enabled: z.nullish(z.boolean()),
  version,
  updatedAt: shownText,
})
export type OrderMail = z.infer<typeof orderMail>

/** What changes of its text. */
export const orderMailUpdate = z.partial(z.object(mailTemplate)).check(someField)
export type OrderMailUpdate = z.infer<typeof orderMailUpdate>

const pathParams = z.object({ orderMailId: id })
const responses = { 200: z.object({ data: orderMail }) }

/** The organization's own mails about orders: one for each event, from the beginning (ML-04). */
export const orderMails = routes({
  list: {
    method: 'GET',
    path: '/order-mails',
    summary: "List an organization's own mails about orders, one for each event",
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(orderMail) }) },
  },
  update: {
    method: 'PUT',
    path: '/order-mails/:orderMailId',
    summary: 'Change the text of a mail about orders',
    metadata: extension,
    pathParams,
    headers: ifMatch,
    body: orderMailUpdate,
    responses,
  },
  reset: {
    method: 'POST',
    path: '/order-mails/:orderMailId/reset',
    summary: 'Use the original text of a mail about orders again',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses,
  },
  disable: {
    method: 'POST',
    path: '/order-mails/:orderMailId/disable',
    summary: 'Switch a mail about orders off',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses,
  },
  enable: {
    method: 'POST',
    path: '/order-mails/:orderMailId/enable',
    summary: 'Switch a mail about orders on again',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses,
  },
  preview: {
    method: 'GET',
    path: '/order-mails/:orderMailId/preview',
    summary: 'Read a mail about orders as it would be sent of the newest order that it could be about',
    metadata: extension,
    pathParams,
    responses: { 200: z.object({ data: mailPreview }) },
  },
  sendTest: {
    method: 'POST',
    path: '/order-mails/:orderMailId/test',
    summary: 'Send a mail about orders to the signed-in user to try it',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses: { 200: acknowledged },
  },
})
