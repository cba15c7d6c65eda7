import type { AuditChange, AuditEntry } from '../extensions/audit'
import { auditList } from '../lists/audit'
import type { Action } from '../permissions'
import { capital } from './capital'
import { mayDo } from './members'

// What the audit calls by the names of calls and columns, in words for people, on the screen and in files.

/** What the server changes without being asked. */
type AuditedJob =
  | 'bulk'
  | 'fillWithDemo'
  | 'mailReports'
  | 'readPhones'
  | 'rotateSecrets'
  | 'runCommand'
  | 'sendMails'
  | 'sendWebhooks'
  | 'settlePayments'
  | 'sweep'
  | 'takeArchives'
/** The same, and what writes nothing that the audit has. */
export type Job = AuditedJob | 'beat' | 'leaderboard' | 'measure' | 'rollUp' | 'tellKeys' | 'tellReadiness'

/** What changes something and needs no right of the organization: the own account, customers, telephones, the server. */
type Unasked =
  | `users.${'update' | 'signup' | 'completeSignup' | 'confirmEmail'}`
  | `users.${'addPasskey' | 'renamePasskey' | 'removePasskey' | 'takePasskey'}`
  | `users.${'takeSecondStep' | 'confirmApp' | 'removeApp' | 'renewRecoveryCodes'}`
  | `users.${'acceptInvite' | 'createOrganization'}`
  | `invites.${'decline' | 'ask'}`
  | `payments.${'get' | 'pay' | 'answerBank' | 'askForLink' | 'openCode'}`
  | 'telephone.startCall'
  | 'webhooks.take'
  | `jobs.${AuditedJob}`

/** A call that is new does not compile without. */
const actions: Record<Action | Unasked, string> = {
  'apiTokens.create': 'API token made',
  'apiTokens.revoke': 'API token revoked',
  'archives.addPart': 'Part of an archive sent',
  'archives.create': 'Archive begun',
  'archives.giveUp': 'Archive given up',
  'archives.take': 'Archive taken over',
  'autoresponders.createEmail': 'Auto-responder added',
  'autoresponders.delete': 'Auto-responder deleted',
  'autoresponders.pause': 'Auto-responder paused',
  'autoresponders.restore': 'Auto-responder brought back',
  'autoresponders.resume': 'Auto-responder resumed',
  'autoresponders.sendTest': 'Auto-responder tried',
  'autoresponders.update': 'Auto-responder changed',
  'bulkJobs.cancel': 'Bulk change cancelled',
  'bulkJobs.create': 'Bulk change tried',
  'bulkJobs.start': 'Bulk change begun',
  'bulkJobs.undo': 'Bulk change undone',
  'calls.calledBack': 'Call-back done',
  'calls.close': 'Call closed',
  'calls.end': 'Call ended',
  'calls.resume': 'Call resumed',
  'calls.start': 'Call begun',
  'campaigns.archive': 'Campaign archived',
  'campaigns.create': 'Campaign started',
  'campaigns.restore': 'Campaign restored',
  'campaigns.setMembers': 'Members of a campaign changed',
  'campaigns.setScript': 'Script changed',
  'campaigns.update': 'Campaign changed',
  'collaborations.accept': 'Invitation to collaborate accepted',
  'collaborations.create': 'Partner invited',
  'collaborations.createPaymentLink': 'Payment link made by a partner',
  'collaborations.decline': 'Invitation to collaborate declined',
  'collaborations.end': 'Collaboration ended',
  'collaborations.endPaymentLink': 'Payment link ended by a partner',
  'collaborations.pause': 'Collaboration paused',
  'collaborations.renew': 'Partner invited again',
  'collaborations.resume': 'Collaboration resumed',
  'collaborations.sell': 'Order placed by a partner',
  'collaborations.share': 'Shared campaigns changed',
  'customers.create': 'Customer added',
  'customers.delete': 'Customer deleted',
  'customers.merge': 'Customers merged',
  'customers.restore': 'Customer brought back',
  'customers.unmerge': 'Merge undone',
  'customers.update': 'Customer changed',
  'fulfilments.assign': 'Tracking number given',
  'fulfilments.cancel': 'Parcel given up',
  'fulfilments.deliver': 'Parcel delivered',
  'fulfilments.pack': 'Parcel made',
  'fulfilments.scan': 'Tracking number scanned',
  'fulfilments.ship': 'Parcel shipped',
  'fulfilments.split': 'Parcel split',
  'fulfilments.takeSteps': 'Parcels taken further',
  'fulfilments.unassign': 'Tracking number taken back',
  'gateways.create': 'Gateway added',
  'gateways.reconcile': 'Gateway compared',
  'gateways.rehearse': 'Gateway rehearsed',
  'gateways.switch': 'Gateway switched on or off',
  'gateways.update': 'Gateway changed',
  'jobs.bulk': 'Bulk change carried out',
  'jobs.fillWithDemo': 'Demo data made',
  'jobs.mailReports': 'Reports mailed',
  'jobs.readPhones': 'Phone numbers read',
  'jobs.rotateSecrets': 'Secrets sealed anew',
  'jobs.runCommand': 'Done by whoever runs the server',
  'jobs.sendMails': 'Mails sent',
  'jobs.sendWebhooks': 'Webhooks told',
  'jobs.settlePayments': 'Payments looked after',
  'jobs.sweep': 'Old records removed',
  'jobs.takeArchives': 'Archive taken over',
  'invites.ask': 'New invite asked for',
  'invites.copyLink': 'Link of an invite copied',
  'invites.create': 'Invite made',
  'invites.decline': 'Invite declined',
  'invites.revoke': 'Invite revoked',
  'invites.sendAgain': 'Invite sent again',
  'members.disable': 'User disabled',
  'members.enable': 'User enabled',
  'members.leave': 'User left',
  'members.remove': 'User removed',
  'members.setRole': 'Settled what a user may do',
  'mails.drop': 'Mail dropped',
  'mails.retry': 'Mail sent once more',
  'offers.create': 'Offer added',
  'offers.delete': 'Offer deleted',
  'offers.restore': 'Offer brought back',
  'offers.update': 'Offer changed',
  'orderDrafts.discard': 'Draft discarded',
  'orderDrafts.keep': 'Draft kept',
  'orderMails.disable': 'Order mail switched off',
  'orderMails.enable': 'Order mail switched on',
  'orderMails.reset': 'Order mail reset',
  'orderMails.sendTest': 'Order mail tried',
  'orderMails.update': 'Order mail changed',
  'orders.addNote': 'Note written',
  'orders.cancel': 'Order cancelled',
  'orders.createPaymentLink': 'Payment link made',
  'orders.endPaymentLink': 'Payment link ended',
  'orders.place': 'Order placed',
  'orders.refund': 'Refund made',
  'orders.updateAddress': 'Address changed',
  'organizations.update': 'Change organization',
  'leaderboard.setGoals': 'Goals of the team changed',
  'organizations.setPermissions': 'Permissions changed',
  'payments.answerBank': 'Bank answered',
  'payments.askForLink': 'New link asked for',
  'payments.get': 'Payment link opened',
  'payments.openCode': 'Payment link opened by code',
  'payments.pay': 'Payment attempted',
  'plugins.create': 'Email provider added',
  'plugins.delete': 'Email provider deleted',
  'plugins.sendTest': 'Email provider tried',
  'plugins.update': 'Email provider changed',
  'plugins.verify': 'Email provider checked',
  'products.adjustStock': 'Stock adjusted',
  'products.archive': 'Product archived',
  'products.create': 'Product added',
  'products.duplicate': 'Product duplicated',
  'products.restore': 'Product restored',
  'products.update': 'Product changed',
  'savedReports.create': 'Report saved',
  'savedReports.delete': 'Report deleted',
  'savedReports.mail': 'Report mailed or no more',
  'savedReports.update': 'Report changed',
  'savedViews.create': 'View saved',
  'savedViews.delete': 'View deleted',
  'savedViews.restore': 'View restored',
  'savedViews.setDefault': 'View made the default or no more',
  'savedViews.share': 'View shared or no more',
  'savedViews.update': 'View changed',
  'sellers.update': 'Seller changed',
  'sheetImports.addLines': 'Lines of an import sent',
  'sheetImports.commit': 'Import taken over',
  'sheetImports.create': 'Import begun',
  'sheetImports.undo': 'Import undone',
  'sheetImports.withdraw': 'Import given up',
  'telephone.createToken': 'Telephone system let in',
  'telephone.revokeToken': 'Telephone system shut out',
  'telephone.startCall': 'Call begun by telephone',
  'users.acceptInvite': 'Invite accepted',
  'users.completeSignup': 'Sign-up completed',
  'users.addPasskey': 'Passkey added',
  'users.confirmApp': 'Authenticator app added',
  'users.confirmEmail': 'Email confirmed',
  'users.createOrganization': 'Organization made',
  'users.removeApp': 'Authenticator app removed',
  'users.removePasskey': 'Passkey removed',
  'users.renamePasskey': 'Passkey renamed',
  'users.renewRecoveryCodes': 'Recovery codes renewed',
  'users.signup': 'Sign-up begun',
  'users.takePasskey': 'Signed in by a passkey',
  'users.takeSecondStep': 'Second step taken',
  'users.update': 'Profile changed',
  'webhooks.create': 'Webhook added',
  'webhooks.delete': 'Webhook deleted',
  'webhooks.rotateSecret': 'Secret of a webhook made anew',
  'webhooks.sendAgain': 'Message sent again',
  'webhooks.switch': 'Webhook switched on or off',
  'webhooks.take': 'Message of the gateway taken',
  'webhooks.test': 'Webhook tried',
  'webhooks.update': 'Webhook changed',
}
const actionWords: Readonly<Record<string, string>> = actions

/** `basePrice` as 'Base price'; of the id of another record the record is named. */
const spaced = (name: string) =>
  capital(name.replace(/(?<=.)Id$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

/** What was done; of what this app does not know, and of what was done past the server, as much as is told. */
export const actionText = ({ action }: Pick<AuditEntry, 'action'>): string =>
  action ? (actionWords[action] ?? spaced(action.replace('.', ' '))) : '-'

const actors = {
  person: 'Somebody',
  token: 'API token',
  telephone: 'telephone',
  customer: 'Customer',
  gateway: 'gateway',
  job: 'The server',
  database: 'Somebody in the database',
} as const satisfies Record<AuditEntry['actor']['kind'], string>

/** Who did it; what is no person says what it is. */
export function actorText({ actor: { kind, name } }: Pick<AuditEntry, 'actor'>): string {
  if (!name) return capital(actors[kind])
  return kind === 'telephone' || kind === 'gateway' ? `${name} (${actors[kind]})` : name
}

const kindsOfRecord: Readonly<Record<string, string>> = auditList.filters.resource.words

/** What kind of record it is. */
export const recordKind = ({ resource }: Pick<AuditEntry['record'], 'resource'>): string =>
  kindsOfRecord[resource] ?? spaced(resource)

/** A record as people call it, such as 'Order #1361'. */
export const recordText = (record: AuditEntry['record']): string =>
  [recordKind(record), record.name].filter(Boolean).join(' ')

const parts: Readonly<Record<string, string>> = {
  agentPermissions: 'What agents may do',
  campaignMembers: 'Member',
  collaborationCampaigns: 'Shared campaign',
  customerMerges: 'Merge',
  fulfilmentItems: 'Item',
  orderItems: 'Item',
  reconciliations: 'Comparison',
  recordEvents: 'Line of the timeline',
  refundLines: 'Refunded line',
  soldOrderLinks: 'Payment link',
  soldOrders: 'Sold order',
  passkeys: 'Passkey',
  secondSteps: 'Second step',
  teamGoals: 'Goals of the team',
}
const kinds = { created: 'added', updated: 'changed', deleted: 'deleted' } as const

/** What became of the record, or of a part of it. */
export function kindText({ part, kind }: Pick<AuditEntry, 'part' | 'kind'>): string {
  if (!part) return capital(kinds[kind])
  return `${parts[part] ?? spaced(part.replace(/s$/, ''))} ${kinds[kind]}`
}

const fields: Readonly<Record<string, string>> = {
  appKey: 'Key of the app',
  appSince: 'App added',
  cardLast4: "Card's last digits",
  changesOffers: 'Agents change offers',
  gatewayInstanceId: 'Gateway',
  liveUrl: 'Live URL',
  demandsTwoSteps: 'Two steps demanded',
  credentialId: 'Passkey id',
  pluginInstanceId: 'Email provider',
  recoveryHashes: 'Recovery codes',
  refundLimit: 'Agents refund up to',
  role: 'What they can do',
  seesAllOrders: 'Agents see the orders of others',
  exports: 'Agents export lists',
  sharesViews: 'Agents share views',
  sku: 'SKU',
}

/** What people call a field. */
export const fieldText = (field: string): string => fields[field] ?? spaced(field)

/** A value in words where it has some: what a person is to the organization is no word for them (SE-12). */
export function worded({ field }: Pick<AuditChange, 'field'>, value: AuditChange['before']): string | number | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return field === 'role' && (value === 'owner' || value === 'agent') ? mayDo[value] : value
}

/** Whether a value is a moment, as ISO 8601 has it. */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value)
