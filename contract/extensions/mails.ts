import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { countInAddress, extension, id, namedOrder, oneLine, shownNumber, shownText } from '../schemas'
import { mailBody } from './autoresponders'

/**
 * How far a mail is: waiting or being tried again, handed over, kept here as nothing sends it, given up, held back as it may
 * have been sent before a backup was restored, or dropped as such.
 */
export const mailStates = ['queued', 'delivered', 'kept', 'dead', 'held', 'dropped'] as const
export const mailState = z.enum(mailStates)
export type MailState = z.infer<typeof mailState>

/**
 * What is mailed of an organization beside its orders: an invite, that somebody asks for a new one, what is shared with a
 * partner, that a webhook was switched off, a report.
 */
export const officeMails = ['invite', 'invite.asked', 'collaboration', 'webhook.off', 'report'] as const
export type OfficeMail = (typeof officeMails)[number]

/** A mail as lists show it. */
export const mail = z.object({
  id,
  /** An event of an order that is mailed about, one of `officeMails`, or `test`. */
  event: shownText,
  state: mailState,
  tries: shownNumber,
  /** Why the last try failed. */
  error: shownText,
  from: shownText,
  to: shownText,
  subject: shownText,
  order: z.nullish(namedOrder),
  pluginName: shownText,
  createdAt: shownText,
  /** When it was handed over, or kept. */
  deliveredAt: shownText,
})
export type Mail = z.infer<typeof mail>

/** A mail with what stands in it; of one of `officeMails` a sentence that says whose that is. */
export const mailRecord = z.extend(mail, { organizationId: shownText, ...mailBody })
export type MailRecord = z.infer<typeof mailRecord>

const pathParams = z.object({ mailId: id })

const mailsAsked = z.object({
  organizationId: id,
  state: z.optional(mailState),
  orderId: z.optional(id),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200), z.regex(oneLine))),
  limit: countInAddress(10, 100),
  page: countInAddress(1, 1_000_000),
})
export type MailsAsked = z.infer<typeof mailsAsked>

/**
 * The mails that an organization has sent, and those that it could not (ML-03). Those of `officeMails` are there for owners,
 * and for whoever they are to.
 */
export const mails = routes({
  list: {
    method: 'GET',
    path: '/mails',
    summary: 'List mails, the newest first; `q` finds by receiver, subject and order',
    metadata: extension,
    query: mailsAsked,
    responses: { 200: z.object({ data: z.array(mail), meta: z.object({ total: z.int().check(z.minimum(0)) }) }) },
  },
  get: {
    method: 'GET',
    path: '/mails/:mailId',
    summary: 'Read a mail with what stands in it',
    metadata: extension,
    pathParams,
    responses: { 200: z.object({ data: mailRecord }) },
  },
  retry: {
    method: 'POST',
    path: '/mails/:mailId/retry',
    summary: 'Send a mail once more that was given up, or was held back; refused with 409 for any other',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses: { 200: z.object({ data: mail }) },
  },
  drop: {
    method: 'POST',
    path: '/mails/:mailId/drop',
    summary: 'Give up a mail that was held back, without having sent it; refused with 409 for any other',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses: { 200: z.object({ data: mail }) },
  },
})
