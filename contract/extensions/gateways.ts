import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { gatewayInstance } from '../gateways'
import { extension, id, line, oneLine, price, secret, shownNumber, shownText } from '../schemas'
import { idempotencyKey, ifMatch, version } from '../versions'

/** The kinds of gateways, each with its driver (GW-04). */
export const gatewayKinds = ['sandbox', 'stripe'] as const

/** A gateway with its figures (GW-01). Amounts are major units of `currency`; days and months are the organization's. */
export const gatewayRecord = z.extend(gatewayInstance, {
  kind: z.enum(gatewayKinds),
  state: z.enum(['enabled', 'disabled']),
  currency: shownText,
  chargesToday: shownNumber,
  chargedToday: shownNumber,
  /** In percent, of the attempts of the last 30 days that were answered; none when there were none. */
  approvalRate: shownNumber,
  lastUsedAt: shownText,
  /** What may be charged in a month. */
  monthlyCap: shownNumber,
  chargedThisMonth: shownNumber,
  /** The last four characters of what is kept encrypted. */
  secretKeyEnd: shownText,
  webhookSecretEnd: shownText,
  /** Where the gateway tells of what happens to its payments. */
  webhookAddress: shownText,
  /** When it was compared with last, and how many differences that left (GW-04); none while that failed. */
  comparedAt: shownText,
  differencesCount: shownNumber,
  /** Offers that are paid through it. */
  offersCount: shownNumber,
  version,
  createdAt: shownText,
  updatedAt: shownText,
})
export type GatewayRecord = z.infer<typeof gatewayRecord>

/** A secret that is written once; left out, the one that is kept stays. */
const written = (prefix: RegExp, message: string) =>
  z.optional(secret(z.string().check(z.trim(), z.maxLength(500), z.regex(oneLine), z.regex(prefix, message))))

const typed = {
  monthlyCap: z.nullish(price),
  secretKey: written(/^(?:sk|rk)_/, 'A secret key of Stripe begins with sk_ or rk_'),
  webhookSecret: written(/^whsec_/, 'A signing secret of Stripe begins with whsec_'),
}

export const gatewayCreate = z
  .object({
    /** Chosen by whoever has to know the address of its webhooks before there is a gateway. */
    id: z.optional(z.uuid()),
    organizationId: id,
    displayName: line(100),
    kind: z.enum(gatewayKinds),
    ...typed,
  })
  .check(
    z.refine(({ kind, secretKey }) => kind === 'sandbox' || secretKey !== undefined, {
      error: 'Secret key is required',
      path: ['secretKey'],
    }),
  )
export type GatewayCreate = z.infer<typeof gatewayCreate>

export const gatewayUpdate = z.object({ displayName: z.optional(line(100)), ...typed })
export type GatewayUpdate = z.infer<typeof gatewayUpdate>

/** What a rehearsal tries (GW-02). */
export const rehearsals = ['pay', 'decline', 'asked_by_bank', 'webhook', 'refund'] as const

/** One step of a rehearsal: what was tried, and where it failed why, and how to mend it. */
const rehearsalStep = z.object({ name: z.enum(rehearsals), isPassed: z.boolean(), text: z.string() })
export type RehearsalStep = z.infer<typeof rehearsalStep>

/** What a gateway and we say differently of one payment; major units of `currency`. */
const difference = z.object({
  /** In one sentence. */
  text: z.string(),
  orderId: shownText,
  reference: shownText,
  ours: shownNumber,
  theirs: shownNumber,
  currency: shownText,
})
export type GatewayDifference = z.infer<typeof difference>

/** How many differences of an organization's gateways are answered together. */
export const maxDifferences = 1_000

/** What the last comparison with a gateway has left (GW-04). */
const comparison = z.object({
  id,
  gatewayInstanceId: id,
  gatewayName: shownText,
  comparedAt: shownText,
  /** Why it could not be ended. */
  failure: shownText,
  /** Payments and refunds that the gateway named, and those of which nothing was known before. */
  compared: shownNumber,
  settled: shownNumber,
  differences: z.array(difference),
})
export type GatewayComparison = z.infer<typeof comparison>

const pathParams = z.object({ gatewayInstanceId: id })
const responses = { 200: z.object({ data: gatewayRecord }) }

/** Setting up gateways, trying them and comparing with them (GW). */
export const gateways = routes({
  list: {
    method: 'GET',
    path: '/gateways',
    summary: "List an organization's gateways with their figures",
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: {
      200: z.object({
        data: z.array(gatewayRecord),
        /** What the addresses of webhooks begin with; the kind and the id of a gateway follow. */
        webhooks: shownText,
      }),
    },
  },
  create: {
    method: 'POST',
    path: '/gateways',
    summary: 'Set up a gateway; its key is tried, and its secrets are kept encrypted and never answered',
    metadata: extension,
    headers: idempotencyKey,
    body: gatewayCreate,
    responses,
  },
  get: {
    method: 'GET',
    path: '/gateways/:gatewayInstanceId',
    summary: 'Read a gateway with its figures',
    metadata: extension,
    pathParams,
    responses,
  },
  update: {
    method: 'PUT',
    path: '/gateways/:gatewayInstanceId',
    summary: 'Change a gateway; a new key is tried, and a secret that is left out stays',
    metadata: extension,
    pathParams,
    headers: ifMatch,
    body: gatewayUpdate,
    responses,
  },
  switch: {
    method: 'POST',
    path: '/gateways/:gatewayInstanceId/state',
    summary: 'Enable a gateway, once its key has been tried, or disable it, so that nothing new is paid through it',
    metadata: extension,
    pathParams,
    body: z.object({ state: z.enum(['enabled', 'disabled']) }),
    responses,
  },
  rehearse: {
    method: 'POST',
    path: '/gateways/:gatewayInstanceId/rehearsals',
    summary: 'Try paying, declining, being asked by the bank, webhook and refund in the test mode of a gateway',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses: { 200: z.object({ data: z.object({ steps: z.array(rehearsalStep) }) }) },
  },
  reconcile: {
    method: 'POST',
    path: '/gateways/:gatewayInstanceId/reconciliations',
    summary: 'Compare with a gateway to the cent, and resolve the attempts of which nothing is known',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses: {
      200: z.object({
        data: z.object({ compared: z.number(), settled: z.number(), differences: z.array(difference) }),
      }),
    },
  },
  comparisons: {
    method: 'GET',
    path: '/reconciliations',
    summary: "What the last comparison with each of an organization's gateways has left, by the gateway's name",
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(comparison) }) },
  },
})
export type Reconciliation = { compared: number; settled: number; differences: GatewayDifference[] }
