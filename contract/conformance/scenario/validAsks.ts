import { callNamed, isSelling } from '../engine/calls'
import type { Ask } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import type { Row } from '../engine/listing'
import type { Shop, World } from '../engine/world'
import { offerBody } from './offerBasics'
import { derivedAskOf, type Ids } from './derivedAsks'
import { card, cards } from './paying'
import { ownQuestion } from './savedReports'
import { ownView } from './savedViews'
import { address, placement } from './sellingBasics'

/** What the run may change without harm: an offer and a customer of its own, and fields that are sent as they are. */
export interface Scratch {
  offer: Row | undefined
  customer: Row | undefined
  campaign: Row | undefined
  campaignFields: Readonly<Record<string, unknown>>
  user: Readonly<Record<string, unknown>>
}

/** An address may have to be confirmed before it changes, so that it is never sent for its own sake. */
const withoutEmail = ({ email: _email, ...fields }: Fields): Fields => fields

/** Somebody who never belonged to it. */
const toNobody = (organizationId: string) => ({ organizationId, userId: '01a098c6-0000-4000-8000-0000000000b1' })

/** One that was never made. */
const toNoCollaboration = { collaborationId: '01a098c6-0000-4000-8000-0000000000af' }
const toNoSale = { ...toNoCollaboration, orderId: '01a098c6-0000-4000-8000-0000000000b0' }

const toNoArchive = { archiveId: '01a098c6-0000-4000-8000-0000000000b3' }
const toNoJob = { jobId: '01a098c6-0000-4000-8000-0000000000b4' }

/** A request of every call that the contract allows and the server could accept; undefined for what there is none. */
export function validAsk(world: World, scratch: Scratch, name: string): Ask | undefined {
  const { first, marker } = world
  const { organizationId } = first
  const { campaign, campaignFields, customer, offer } = scratch
  const [product] = first.products
  const campaignId = campaign?.id ?? first.workplace?.id
  const inCampaign = campaignId === undefined ? undefined : { campaignId }
  const toCustomer = customer && { params: { customerId: customer.id } }
  const nobody = `${marker}@unknown.offerdesk.example`
  const token = `${marker}-never-given-out-00000000000000`
  const password = `${marker}-Passw0rd`
  switch (name) {
    case 'users.login':
      return { body: { email: nobody, password } }
    case 'users.startPasswordReset':
    case 'users.signup':
      return { body: { email: nobody } }
    case 'users.resetPassword':
      return { body: { email: nobody, password, token } }
    case 'users.completeSignup':
      return { body: { password, name: 'Nobody', token } }
    case 'users.update':
      return { body: withoutEmail(scratch.user) }
    case 'users.logout':
    case 'users.endOtherSessions':
    case 'users.askPasskey':
      return { body: {} }
    case 'users.setPreferences':
      return { body: { theme: 'system' } }
    case 'users.sessions':
    case 'users.twoSteps':
      return {}
    case 'users.beginApp':
    case 'users.beginPasskey':
      return { body: { password } }
    case 'users.endSession':
      return { params: { sessionId: '01a098c6-0000-4000-8000-0000000000ad' } }
    case 'users.acceptInvite':
    case 'invites.read':
    case 'invites.decline':
    case 'invites.ask':
      return { body: { token } }
    case 'invites.create':
      return { body: { organizationId, emails: [nobody], role: 'agent' } }
    case 'invites.sendAgain':
    case 'invites.revoke':
    case 'invites.copyLink':
      return { params: { inviteId: '01a098c6-0000-4000-8000-0000000000ae' }, body: {} }
    case 'collaborations.create':
      return campaignId === undefined
        ? undefined
        : { body: { organizationId, email: nobody, share: 1, campaigns: [{ campaignId, right: 'see' }] } }
    case 'collaborations.share':
      return campaignId === undefined
        ? undefined
        : { params: toNoCollaboration, body: { campaigns: [{ campaignId, right: 'see' }] } }
    case 'collaborations.accept':
      return campaignId === undefined
        ? undefined
        : { body: { organizationId, token, campaigns: [{ campaignId, right: 'see' }] } }
    case 'collaborations.decline':
      return { body: { organizationId, token } }
    case 'collaborations.invitation':
      return { body: { token } }
    case 'collaborations.sell': {
      const lines = [{ offerId: marker, quantity: 1, unitPrice: 1 }]
      const sale = {
        organizationId,
        campaignId: campaignId ?? marker,
        customer: { firstName: 'Nobody' },
        lines,
        address,
      }
      return { params: toNoCollaboration, body: sale }
    }
    case 'collaborations.createPaymentLink':
      return { params: toNoSale, body: { organizationId, mail: false } }
    case 'collaborations.endPaymentLink':
      return { params: toNoSale, body: { organizationId } }
    case 'collaborations.payment':
      return { params: toNoSale, query: { organizationId } }
    case 'collaborations.get':
    case 'collaborations.offers':
    case 'collaborations.orders':
    case 'collaborations.statement':
      return { params: toNoCollaboration }
    case 'collaborations.renew':
    case 'collaborations.pause':
    case 'collaborations.resume':
    case 'collaborations.end':
      return { params: toNoCollaboration, body: {} }
    case 'archives.create':
      return { body: { organizationId, name: `${marker} not wanted`, bytes: 1 } }
    case 'archives.addPart':
      return { params: toNoArchive, body: { place: 0, content: 'eA==' } }
    case 'archives.take':
    case 'archives.giveUp':
      return { params: toNoArchive, body: {} }
    case 'bulkJobs.create':
      return { body: { organizationId, action: 'products.archive', ids: [toNoJob.jobId] } }
    case 'bulkJobs.get':
    case 'bulkJobs.rows':
      return { params: toNoJob }
    case 'bulkJobs.start':
    case 'bulkJobs.cancel':
    case 'bulkJobs.undo':
      return { params: toNoJob, body: {} }
    case 'users.changePassword':
      return { body: { currentPassword: password, password } }
    case 'campaigns.get':
    case 'autoresponders.listEmail':
      return inCampaign && { params: inCampaign }
    case 'campaigns.update':
      return campaign && { params: { campaignId: campaign.id }, body: campaignFields }
    case 'offers.create':
      return (
        first.workplace &&
        product && { params: { campaignId: first.workplace.id }, body: offerBody(first, `${marker} not wanted`) }
      )
    case 'offers.update':
      return offer && { params: { offerId: offer.id }, body: { quantity: 99 } }
    case 'offers.delete':
      return offer && { params: { offerId: offer.id } }
    case 'offers.restore':
      return offer && { params: { offerId: offer.id }, body: {} }
    case 'customers.create':
      return { body: { organizationId, firstName: `${marker} not wanted`, email: nobody } }
    case 'customers.get':
    case 'customers.delete':
      return toCustomer
    case 'customers.update':
      return toCustomer && { ...toCustomer, body: { note: 'not wanted' } }
    case 'customers.merge':
      return toCustomer && { ...toCustomer, body: { otherId: customer.id, keep: {} } }
    case 'customers.unmerge':
    case 'customers.restore':
      return toCustomer && { ...toCustomer, body: {} }
    case 'audit.timeline':
      return campaignId === undefined
        ? undefined
        : { params: { resource: 'campaigns', recordId: campaignId }, query: { organizationId } }
    case 'members.get':
    case 'members.remove':
    case 'members.disable':
    case 'members.enable':
      return { params: toNobody(organizationId), ...(name === 'members.get' ? {} : { body: {} }) }
    case 'members.setRole':
      return { params: toNobody(organizationId), body: { role: 'agent' } }
    case 'search.find':
      return { query: { organizationId, q: marker } }
    case 'telephone.createToken':
      return { body: { organizationId, name: `${marker} not wanted` } }
    case 'telephone.revokeToken':
      return { params: { tokenId: '01a098c6-0000-4000-8000-0000000000b2' } }
    case 'listExports.csv':
    case 'listExports.xlsx':
      return { body: { organizationId, resource: 'offers' } }
    case 'organizations.update':
      return { params: { organizationId }, body: { pricesIncludeTax: false } }
    case 'leaderboard.setGoals':
      return { params: { organizationId }, headers: { 'if-match': '"987654321"' }, body: { month: 1 } }
    case 'organizations.setPermissions':
      return { params: { organizationId }, body: { refundLimit: 0 } }
    case 'autoresponders.createEmail': {
      const [plugin] = first.plugins
      const mail = {
        subject: `${marker} not wanted`,
        body: '<p>x</p>',
        event: 'order.completed',
        from: 'checker@offerdesk.example',
      }
      return plugin && inCampaign && { params: inCampaign, body: { ...mail, pluginInstanceId: plugin.id } }
    }
    case 'orders.getByToken':
      return { params: { token } }
    case 'search.search':
      return { body: { organizationId, resource: 'offers' } }
    default:
      return isSelling(callNamed(name))
        ? (askOfShop(world, name) ?? derivedAskOf(name, idsOf(world, scratch)))
        : (derivedAskOf(name, idsOf(world, scratch)) ?? {})
  }
}

/** What there is of the run's own, or may be read without harm. */
function idsOf({ first, shops }: World, { campaign, customer, offer }: Scratch): Ids {
  const { organizationId } = first
  const shop = shops.get(organizationId)
  return {
    organizationId,
    campaignId: campaign?.id ?? first.workplace?.id,
    customerId: customer?.id,
    offerId: offer?.id,
    productId: shop?.product.id,
    orderId: shop?.order?.id,
  }
}

/** The same of what is sold, with what the run's own shop has. */
function askOfShop({ first, marker, shops }: World, name: string): Ask | undefined {
  const { organizationId } = first
  const shop = shops.get(organizationId)
  switch (name) {
    case 'products.create':
      return { body: { organizationId, name: `${marker} not wanted`, sku: `${marker}-not-wanted`, price: 1 } }
    case 'sheetImports.create':
      return { body: { organizationId, name: `${marker} not wanted` } }
    case 'campaigns.create':
      return { body: { organizationId, name: `${marker} not wanted` } }
    case 'calls.start':
      return shop && { body: { organizationId: shop.callsIn ?? organizationId, phone: shop.customer['phone'] } }
    case 'gateways.create':
      return { body: { organizationId, displayName: `${marker} not wanted`, kind: 'sandbox' } }
    case 'webhooks.create':
      return {
        body: {
          organizationId,
          address: `https://unknown.offerdesk.example/${marker}-not-wanted`,
          events: ['order.placed'],
        },
      }
    case 'plugins.create':
      return {
        body: { organizationId, name: `${marker} not wanted`, kind: 'outbox', from: 'checker@offerdesk.example' },
      }
    case 'apiTokens.create':
      return { body: { organizationId, name: `${marker} not wanted`, duties: [] } }
    case 'apiTokens.revoke':
      return { params: { tokenId: '01a098c6-0000-4000-8000-0000000000ae' } }
    case 'transactions.sums':
    case 'orders.sums':
    case 'orderLines.sums':
    case 'calls.sums':
      return { body: { organizationId } }
    case 'reports.read':
    case 'reports.csv':
    case 'reports.xlsx':
      return { body: { organizationId, measures: ['sales'], from: '2026-01-01', to: '2026-01-02' } }
    case 'savedReports.create':
      return { body: { organizationId, name: `${marker} not wanted`, question: ownQuestion } }
    case 'savedViews.create':
      return { body: ownView(organizationId, `${marker} not wanted`) }
    case 'payments.openCode':
      return { body: { payCode: 'ZZZZ-ZZZZ', phoneDigits: '0000' } }
    case 'events.stream':
      return { query: { organizationId }, until: () => true }
    default:
      return shop && (askWithin(shop, name) ?? askOfPaying(shop, name))
  }
}

function askWithin(
  { tenant, product, campaign, customer, offer, order, draftId, importId, callId }: Shop,
  name: string,
) {
  const { organizationId } = tenant
  const toProduct = { params: { productId: product.id } }
  const toCampaign = { params: { campaignId: campaign.id } }
  const toOrder = order && { params: { orderId: order.id } }
  const toDraft = draftId === undefined ? undefined : { params: { draftId } }
  const toImport = importId === undefined ? undefined : { params: { importId } }
  const toCall = callId === undefined ? undefined : { params: { callId } }
  const lines = [{ offerId: offer.id, quantity: 1, unitPrice: 20 }]
  // A version that nothing has is refused, should the body be taken.
  const headers = { 'if-match': '"987654321"' }
  const asks: Readonly<Record<string, Ask | undefined>> = {
    'products.get': toProduct,
    'products.movements': toProduct,
    'products.update': { ...toProduct, body: { description: 'not wanted' } },
    'products.archive': { ...toProduct, headers, body: {} },
    'products.restore': { ...toProduct, headers, body: {} },
    'products.duplicate': { ...toProduct, body: {} },
    'products.adjustStock': { ...toProduct, body: { by: 1, reason: 'not wanted' } },
    'campaigns.archive': { ...toCampaign, headers, body: {} },
    'campaigns.restore': { ...toCampaign, headers, body: {} },
    'campaigns.script': toCampaign,
    'campaigns.setScript': { ...toCampaign, body: { script: 'not wanted' } },
    'campaigns.setMembers': { ...toCampaign, body: { memberIds: [] } },
    'orders.place': { body: placement({ tenant, product, campaign, customer, offer }, lines) },
    'orders.get': toOrder,
    'orders.cancel': toOrder && { ...toOrder, headers, body: {} },
    'orders.addNote': toOrder && { ...toOrder, body: { text: 'not wanted' } },
    'orders.updateAddress': toOrder && { ...toOrder, body: address },
    'orderDrafts.get': toDraft,
    'orderDrafts.discard': toDraft,
    'orderDrafts.keep': toDraft && { ...toDraft, body: { organizationId, title: 'not wanted', content: {} } },
    'sheetImports.lines': toImport,
    'sheetImports.addLines': toImport && { ...toImport, body: { lines: [{ line: 2, cells: { sku: 'x' } }] } },
    'sheetImports.commit': toImport && { ...toImport, body: {} },
    'sheetImports.undo': toImport && { ...toImport, body: {} },
    'sheetImports.withdraw': toImport && { ...toImport, body: {} },
    'calls.end': toCall && { ...toCall, body: {} },
    'calls.resume': toCall && { ...toCall, body: {} },
    'calls.calledBack': toCall && { ...toCall, body: {} },
    'calls.close': toCall && { ...toCall, body: { disposition: 'service' } },
  }
  return asks[name]
}

/** The same of what is paid, sent and mailed. */
function askOfPaying(
  {
    tenant,
    order,
    till,
    payToken,
    fulfilment,
    provider,
    responder,
    mail,
    ownMail,
    seller,
    webhook,
    message,
    savedReport,
    savedView,
  }: Shop,
  name: string,
): Ask | undefined {
  const { organizationId } = tenant
  const attemptId = '01a098c6-0000-4000-8000-0000000000ac'
  const toOrder = order && { params: { orderId: order.id } }
  const toTill = till && { params: { gatewayInstanceId: till.id } }
  const toLink = payToken === undefined ? undefined : { params: { token: payToken } }
  const toAttempt = payToken === undefined ? undefined : { params: { token: payToken, attemptId } }
  const toFulfilment = fulfilment && { params: { fulfilmentId: fulfilment.id } }
  const toProvider = provider && { params: { pluginId: provider.id } }
  const toResponder = responder && { params: { autoresponderId: responder.id } }
  const toOwnMail = ownMail && { params: { orderMailId: ownMail.id } }
  const toWebhook = webhook && { params: { webhookId: webhook.id } }
  const toMessage = message && { params: { deliveryId: message.id } }
  const toReport = savedReport && { params: { savedReportId: savedReport.id } }
  const toView = savedView && { params: { savedViewId: savedView.id } }
  const toMail = mail && { params: { mailId: mail.id } }
  const headers = { 'if-match': '"987654321"' }
  const step = { headers, body: {} }
  const [line] = Array.isArray(fulfilment?.['contents']) ? (fulfilment['contents'] as Fields[]) : []
  const items = [{ orderItemId: line?.['orderItemId'] ?? 'nothing', quantity: 1 }]
  const trackingNumber = '1ZNOTWANTED0000000'
  const fulfilmentIds = [fulfilment?.id ?? 'nothing']
  const asks: Readonly<Record<string, Ask | undefined>> = {
    'orders.payments': toOrder,
    'orders.createPaymentLink': toOrder && { ...toOrder, body: { mail: false } },
    'orders.endPaymentLink': toOrder && { ...toOrder, body: {} },
    'orders.refund': toOrder && { ...toOrder, headers, body: { amount: 1 } },
    'payments.get': toLink,
    'payments.pay': toLink && { ...toLink, body: { attemptId, card: card(cards.declined) } },
    'payments.answerBank': toAttempt && { ...toAttempt, body: { approved: false } },
    'payments.askForLink': toLink && { ...toLink, body: {} },
    'gateways.get': toTill,
    'gateways.update': toTill && { ...toTill, headers, body: { displayName: 'not wanted' } },
    'gateways.switch': toTill && { ...toTill, body: { state: 'enabled' } },
    'gateways.rehearse': toTill && { ...toTill, body: {} },
    'gateways.reconcile': toTill && { ...toTill, body: {} },
    'fulfilments.get': toFulfilment,
    'fulfilments.packingList': { body: { organizationId, fulfilmentIds } },
    'fulfilments.pack': toOrder && { ...toOrder, body: { items } },
    'fulfilments.split': toFulfilment && { ...toFulfilment, body: { items } },
    'fulfilments.assign': toFulfilment && { ...toFulfilment, headers, body: { trackingNumber } },
    'fulfilments.unassign': toFulfilment && { ...toFulfilment, ...step },
    'fulfilments.scan': { body: { organizationId, orderNumber: '999999999', trackingNumber } },
    'fulfilments.ship': toFulfilment && { ...toFulfilment, ...step },
    'fulfilments.deliver': toFulfilment && { ...toFulfilment, ...step },
    'fulfilments.cancel': toFulfilment && { ...toFulfilment, ...step },
    'fulfilments.takeSteps': { body: { organizationId, step: 'cancel', fulfilmentIds } },
    'webhooks.update': toWebhook && { ...toWebhook, headers, body: { events: ['order.placed'] } },
    'webhooks.switch': toWebhook && { ...toWebhook, body: { state: 'enabled' } },
    'webhooks.rotateSecret': toWebhook && { ...toWebhook, body: {} },
    'webhooks.test': toWebhook && { ...toWebhook, body: {} },
    'webhooks.delete': toWebhook && { ...toWebhook, headers },
    'webhooks.deliveries': toWebhook,
    'webhooks.delivery': toMessage,
    'webhooks.sendAgain': toMessage && { ...toMessage, body: {} },
    'plugins.update': toProvider && { ...toProvider, headers, body: { name: 'not wanted' } },
    'plugins.delete': toProvider && { ...toProvider, headers },
    'plugins.verify': toProvider && { ...toProvider, body: {} },
    'plugins.sendTest': toProvider && { ...toProvider, body: {} },
    'autoresponders.update': toResponder && { ...toResponder, headers, body: { subject: 'not wanted' } },
    'autoresponders.delete': toResponder && { ...toResponder, headers },
    'autoresponders.restore': toResponder && { ...toResponder, body: {} },
    'autoresponders.pause': toResponder && { ...toResponder, body: {} },
    'autoresponders.resume': toResponder && { ...toResponder, body: {} },
    'autoresponders.preview': toResponder,
    'autoresponders.sendTest': toResponder && { ...toResponder, body: {} },
    'orderMails.update': toOwnMail && { ...toOwnMail, headers, body: { subject: 'not wanted' } },
    'orderMails.reset': toOwnMail && { ...toOwnMail, body: {} },
    'orderMails.disable': toOwnMail && { ...toOwnMail, body: {} },
    'orderMails.enable': toOwnMail && { ...toOwnMail, body: {} },
    'orderMails.preview': toOwnMail,
    'orderMails.sendTest': toOwnMail && { ...toOwnMail, body: {} },
    'sellers.update': seller && { params: { sellerId: seller.id }, headers, body: { taxNumber: 'not wanted' } },
    'savedReports.update': toReport && { ...toReport, headers, body: { name: 'not wanted' } },
    'savedReports.mail': toReport && { ...toReport, body: { isMailed: false } },
    'savedReports.delete': toReport && { ...toReport, headers },
    'savedViews.update': toView && { ...toView, headers, body: { name: 'not wanted' } },
    'savedViews.share': toView && { ...toView, headers, body: { isShared: false } },
    'savedViews.setDefault': toView && { ...toView, body: { isDefault: false } },
    'savedViews.delete': toView && { ...toView, headers },
    'savedViews.restore': toView && { ...toView, body: {} },
    'mails.get': toMail,
    'mails.retry': toMail && { ...toMail, body: {} },
    'mails.drop': toMail && { ...toMail, body: {} },
  }
  return asks[name]
}
