import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import {
  acknowledged,
  email,
  extension,
  id,
  line,
  noControls,
  oneLine,
  optionalLine,
  secret,
  shownNumber,
  shownText,
  someField,
} from '../schemas'
import { idempotencyKey, ifMatch, version } from '../versions'

/** How mails leave: kept here to be read, or through a server (ML-03). */
export const pluginKind = z.enum(['outbox', 'smtp'])

/** Encrypted from the beginning, or once both have agreed, or never. */
export const smtpSecurity = z.enum(['tls', 'starttls', 'none'])
export type SmtpSecurity = z.infer<typeof smtpSecurity>

/** An email provider with its settings; of its password only how it ends, and not of a short one. */
export const emailProvider = z.object({
  id,
  name: shownText,
  kind: pluginKind,
  /** Who test mails come from. */
  from: shownText,
  host: shownText,
  port: shownNumber,
  security: z.nullish(smtpSecurity),
  user: shownText,
  hasPassword: z.nullish(z.boolean()),
  passwordEnd: shownText,
  /** When it last answered to these settings. */
  verifiedAt: shownText,
  /** How many auto-responders send through it. */
  usedBy: shownNumber,
  version,
  createdAt: shownText,
  updatedAt: shownText,
})
export type EmailProvider = z.infer<typeof emailProvider>

const settings = {
  from: email,
  host: line(253).check(z.regex(/^[\w.:-]+$/, 'Must be the name of a server, such as smtp.example.com')),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  security: smtpSecurity,
  user: optionalLine(254),
  /** Kept when it is left out. */
  password: secret(z.string().check(z.maxLength(500), z.regex(oneLine, noControls))),
}

/** Where mails go that stay here, nothing is to be said of a server. */
export const emailProviderCreate = z
  .extend(z.partial(z.object(settings)), { organizationId: id, name: line(100), kind: pluginKind, from: email })
  .check(
    z.refine(({ kind, host }) => kind === 'outbox' || host !== undefined, {
      error: 'Host is required',
      path: ['host'],
    }),
  )
export const emailProviderUpdate = z.partial(z.object({ name: line(100), ...settings })).check(someField)
export type EmailProviderUpdate = z.infer<typeof emailProviderUpdate>

const pathParams = z.object({ pluginId: id })
const responses = { 200: z.object({ data: emailProvider }) }

/** Setting up the email providers of an organization, and trying them out (ML-03). */
export const plugins = routes({
  list: {
    method: 'GET',
    path: '/plugins',
    summary: "List an organization's email providers, the oldest first",
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(emailProvider) }) },
  },
  create: {
    method: 'POST',
    path: '/plugins',
    summary: 'Add an email provider',
    metadata: extension,
    headers: idempotencyKey,
    body: emailProviderCreate,
    responses,
  },
  update: {
    method: 'PUT',
    path: '/plugins/:pluginId',
    summary: 'Change fields of an email provider',
    description:
      'Another server is never sent the password of the one before: it is given anew with another host, port or security.',
    metadata: extension,
    pathParams,
    headers: ifMatch,
    body: emailProviderUpdate,
    responses,
  },
  delete: {
    method: 'DELETE',
    path: '/plugins/:pluginId',
    summary: 'Delete an email provider; refused with 409 while auto-responders send through it',
    metadata: extension,
    pathParams,
    headers: ifMatch,
    body: z.optional(z.object({})),
    responses: { 200: acknowledged },
  },
  verify: {
    method: 'POST',
    path: '/plugins/:pluginId/verify',
    summary: 'Connect to an email provider and sign in; refused with 409 that says what it answered',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses,
  },
  sendTest: {
    method: 'POST',
    path: '/plugins/:pluginId/test',
    summary: 'Send a mail to the signed-in user through an email provider',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses: { 200: acknowledged },
  },
})
