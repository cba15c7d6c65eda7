import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../../contract'
import { errorBody, type RouteMetadata } from '../../contract/schemas'

const routes = Object.values(contract).flatMap((resource) => Object.values(resource))
const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

const core = [
  'GET /api/v1/orders/token/:token',
  'POST /api/v1/search',
  'POST /api/v1/users/login',
  'GET /api/v1/users/me',
  'POST /api/v1/users/forgot-password/start',
  'POST /api/v1/users/forgot-password',
  'POST /api/v1/users/signup',
  'POST /api/v1/users/signup/complete',
  'PUT /api/v1/users/update',
  'GET /api/v1/organizations',
  'GET /api/v1/calls/ongoing/me',
  'GET /api/v1/campaigns/:campaignId',
  'PUT /api/v1/campaigns/:campaignId',
  'POST /api/v1/campaigns/:campaignId/offers',
  'PUT /api/v1/offers/:offerId',
  'DELETE /api/v1/offers/:offerId',
  'GET /api/v1/gateways/instances',
  'GET /api/v1/campaigns/:campaignId/autoresponders/email',
  'POST /api/v1/campaigns/:campaignId/autoresponders/email',
  'GET /api/v1/plugins/installed',
]

/** By who holds a payment link. */
const ofPayers = [
  'GET /api/v1/payments/:token',
  'POST /api/v1/payments/:token/attempts',
  'POST /api/v1/payments/:token/attempts/:attemptId/answer',
  'POST /api/v1/payments/:token/renewal',
  'POST /api/v1/payments/codes',
]

test('AP-01 the twenty calls, and what is ours beyond them', () => {
  const ofLevel = (level: string) =>
    routes.filter(({ metadata }) => (metadata as RouteMetadata).level === level).map(named)
  expect(ofLevel('core').toSorted()).toEqual(core.toSorted())
  const extensions = [
    'POST /api/v1/users/update/email',
    'POST /api/v1/users/logout',
    'GET /api/v1/users/sessions',
    'DELETE /api/v1/users/sessions/:sessionId',
    'POST /api/v1/users/sessions/end-others',
    'PUT /api/v1/users/password',
    'PUT /api/v1/users/preferences',
    'GET /api/v1/users/two-steps',
    'POST /api/v1/users/login/second-step',
    'POST /api/v1/users/two-steps/app/begin',
    'POST /api/v1/users/two-steps/app',
    'POST /api/v1/users/two-steps/app/remove',
    'POST /api/v1/users/two-steps/recovery-codes',
    'GET /api/v1/orders/:orderId/payments',
    'POST /api/v1/orders/:orderId/payment-links',
    'POST /api/v1/orders/:orderId/payment-links/end',
    'POST /api/v1/orders/:orderId/refunds',
    ...ofPayers,
    'GET /api/v1/organizations/:organizationId/members',
    'GET /api/v1/organizations/:organizationId/users',
    'GET /api/v1/organizations/:organizationId/users/:userId',
    'POST /api/v1/organizations/:organizationId/users/:userId/disable',
    'POST /api/v1/organizations/:organizationId/users/:userId/enable',
    'POST /api/v1/organizations/:organizationId/users/:userId/remove',
    'POST /api/v1/organizations/:organizationId/leave',
    'GET /api/v1/organizations/:organizationId/permissions',
    'PUT /api/v1/organizations/:organizationId/permissions',
    'GET /api/v1/organizations/:organizationId/settings',
    'PUT /api/v1/organizations/:organizationId/settings',
    'GET /api/v1/campaign-kinds',
    'POST /api/v1/campaigns',
    'POST /api/v1/campaigns/:campaignId/archive',
    'POST /api/v1/campaigns/:campaignId/restore',
    'PUT /api/v1/campaigns/:campaignId/members',
    'GET /api/v1/campaigns/:campaignId/script',
    'PUT /api/v1/campaigns/:campaignId/script',
    'POST /api/v1/offers/:offerId/restore',
    'GET /api/v1/products/:productId',
    'GET /api/v1/product-categories',
    'POST /api/v1/products',
    'PUT /api/v1/products/:productId',
    'POST /api/v1/products/:productId/archive',
    'POST /api/v1/products/:productId/restore',
    'POST /api/v1/products/:productId/duplicate',
    'POST /api/v1/products/:productId/stock',
    'GET /api/v1/products/:productId/movements',
    'POST /api/v1/sheet-imports',
    'GET /api/v1/sheet-imports',
    'PUT /api/v1/sheet-imports/:importId/lines',
    'GET /api/v1/sheet-imports/:importId/lines',
    'POST /api/v1/sheet-imports/:importId/commit',
    'POST /api/v1/sheet-imports/:importId/undo',
    'GET /api/v1/customers/:customerId',
    'POST /api/v1/customers',
    'PUT /api/v1/customers/:customerId',
    'DELETE /api/v1/customers/:customerId',
    'POST /api/v1/customers/:customerId/restore',
    'POST /api/v1/customers/:customerId/merge',
    'POST /api/v1/customers/:customerId/unmerge',
    'GET /api/v1/orders/:orderId',
    'POST /api/v1/orders',
    'POST /api/v1/orders/:orderId/cancel',
    'POST /api/v1/orders/:orderId/notes',
    'PUT /api/v1/orders/:orderId/address',
    'POST /api/v1/calls',
    'GET /api/v1/calls/open/me',
    'POST /api/v1/calls/:callId/end',
    'POST /api/v1/calls/:callId/resume',
    'GET /api/v1/calls/call-backs/me',
    'POST /api/v1/calls/:callId/called-back',
    'POST /api/v1/calls/:callId/close',
    'POST /api/v1/customers/alike',
    'GET /api/v1/api-tokens',
    'POST /api/v1/api-tokens',
    'DELETE /api/v1/api-tokens/:tokenId',
    'POST /api/v1/users/invites/accept',
    'POST /api/v1/organizations',
    'GET /api/v1/invites',
    'POST /api/v1/invites',
    'POST /api/v1/invites/:inviteId/send-again',
    'POST /api/v1/invites/:inviteId/revoke',
    'POST /api/v1/invites/:inviteId/link',
    'POST /api/v1/invites/by-token',
    'POST /api/v1/invites/decline',
    'POST /api/v1/invites/ask',
    'GET /api/v1/telephone/tokens',
    'POST /api/v1/telephone/tokens',
    'DELETE /api/v1/telephone/tokens/:tokenId',
    'POST /api/v1/telephone/calls',
    'GET /api/v1/order-drafts',
    'GET /api/v1/order-drafts/:draftId',
    'PUT /api/v1/order-drafts/:draftId',
    'DELETE /api/v1/order-drafts/:draftId',
    'GET /api/v1/gateways',
    'POST /api/v1/gateways',
    'GET /api/v1/gateways/:gatewayInstanceId',
    'PUT /api/v1/gateways/:gatewayInstanceId',
    'POST /api/v1/gateways/:gatewayInstanceId/state',
    'POST /api/v1/gateways/:gatewayInstanceId/rehearsals',
    'POST /api/v1/gateways/:gatewayInstanceId/reconciliations',
    'GET /api/v1/reconciliations',
    'POST /api/v1/transactions/sums',
    'GET /api/v1/events',
    'GET /api/v1/capabilities',
    'GET /api/v1/plugins',
    'POST /api/v1/plugins',
    'PUT /api/v1/plugins/:pluginId',
    'DELETE /api/v1/plugins/:pluginId',
    'POST /api/v1/plugins/:pluginId/verify',
    'POST /api/v1/plugins/:pluginId/test',
    'PUT /api/v1/autoresponders/email/:autoresponderId',
    'DELETE /api/v1/autoresponders/email/:autoresponderId',
    'POST /api/v1/autoresponders/email/:autoresponderId/restore',
    'POST /api/v1/autoresponders/email/:autoresponderId/pause',
    'POST /api/v1/autoresponders/email/:autoresponderId/resume',
    'GET /api/v1/outgoing-webhooks',
    'POST /api/v1/outgoing-webhooks',
    'PUT /api/v1/outgoing-webhooks/:webhookId',
    'POST /api/v1/outgoing-webhooks/:webhookId/state',
    'POST /api/v1/outgoing-webhooks/:webhookId/secret',
    'POST /api/v1/outgoing-webhooks/:webhookId/test',
    'DELETE /api/v1/outgoing-webhooks/:webhookId',
    'GET /api/v1/outgoing-webhooks/:webhookId/deliveries',
    'GET /api/v1/webhook-deliveries/:deliveryId',
    'POST /api/v1/webhook-deliveries/:deliveryId/send',
    'GET /api/v1/audit',
    'GET /api/v1/audit/csv',
    'GET /api/v1/autoresponders/email/:autoresponderId/preview',
    'POST /api/v1/autoresponders/email/:autoresponderId/test',
    'GET /api/v1/fulfilments/:fulfilmentId',
    'POST /api/v1/fulfilments/packing-list',
    'POST /api/v1/orders/:orderId/fulfilments',
    'POST /api/v1/fulfilments/:fulfilmentId/split',
    'PUT /api/v1/fulfilments/:fulfilmentId/tracking',
    'POST /api/v1/fulfilments/scan',
    'POST /api/v1/fulfilments/:fulfilmentId/ship',
    'POST /api/v1/fulfilments/:fulfilmentId/unassign',
    'POST /api/v1/fulfilments/:fulfilmentId/deliver',
    'POST /api/v1/fulfilments/:fulfilmentId/cancel',
    'POST /api/v1/fulfilments/steps',
    'POST /api/v1/sheet-imports/:importId/withdraw',
    'GET /api/v1/mails',
    'GET /api/v1/mails/:mailId',
    'POST /api/v1/mails/:mailId/retry',
    'GET /api/v1/order-mails',
    'PUT /api/v1/order-mails/:orderMailId',
    'POST /api/v1/order-mails/:orderMailId/reset',
    'POST /api/v1/order-mails/:orderMailId/disable',
    'POST /api/v1/order-mails/:orderMailId/enable',
    'GET /api/v1/order-mails/:orderMailId/preview',
    'POST /api/v1/order-mails/:orderMailId/test',
    'GET /api/v1/sellers',
    'PUT /api/v1/sellers/:sellerId',
  ]
  expect(ofLevel('extension').toSorted()).toEqual(extensions.toSorted())
})

test('PM-01 only signing in and up, the payment page, the links of mails and what is offered are open to anyone', () => {
  const open = routes.filter(({ metadata }) => (metadata as RouteMetadata).auth === 'public').map(named)
  const ofCore = core.filter((route) => /orders\/token|login|signup|forgot/.test(route))
  const ours = ['POST /api/v1/users/update/email', 'POST /api/v1/users/login/second-step', 'GET /api/v1/capabilities']
  const ofInvited = ['by-token', 'decline', 'ask'].map((name) => `POST /api/v1/invites/${name}`)
  expect(open.toSorted()).toEqual([...ofCore, ...ours, ...ofPayers, ...ofInvited].toSorted())
})

test.each(routes.map((route) => [named(route), route] as const))('AP-01 AP-02 %s is declared in full', (_, route) => {
  expect(route.summary).toBeTruthy()
  expect(route.responses[200]).toBeInstanceOf(z.ZodMiniType)
  for (const status of [400, 401, 404, 409, 413, 415, 422, 429, 500] as const) {
    expect(route.responses[status]).toBe(errorBody)
  }
  if (route.method !== 'GET') expect('body' in route).toBe(true)
})

test('one path has one parameter name', () => {
  const shapes = new Map(routes.map(({ path }) => [path.replaceAll(/:\w+/g, ':'), path]))
  expect(new Set(routes.map(({ path }) => path))).toEqual(new Set(shapes.values()))
})
