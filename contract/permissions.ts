import { standardPermissions } from './agentPermissions'
import type { Contract } from './index'
import type { Organization } from './organizations'
import { type About, type Duty, type Membership, whyNotDuty } from './rules/duties'

/**
 * What the signed-in person is to an organization. A backend that does not tell, or not what agents may do, is the judge of
 * what they may do.
 */
export const membershipOf = (organization: Organization | undefined): Membership =>
  organization?.role && organization.agents ? { role: organization.role, agents: organization.agents } : unjudged
const unjudged: Membership = { role: 'owner', agents: standardPermissions }

/** The calls of one resource that change something in an organization: no reading, and nothing that anybody may do. */
type WritesOf<Calls> = {
  [Name in keyof Calls & string]: Calls[Name] extends { method: 'GET' } | { metadata: { reads: true } }
    ? never
    : Calls[Name] extends { metadata: { auth: 'user' } }
      ? Name
      : never
}[keyof Calls & string]

/** The own profile is in no organization, and everybody may change it. */
type OrganizationResource = Exclude<keyof Contract, 'users'>

/** What can be done in an organization: every write of the contract by its own name, such as `orders.updateAddress`. */
export type Action = {
  [Resource in OrganizationResource]: `${Resource}.${WritesOf<Contract[Resource]>}`
}[OrganizationResource]

/** Whose duty each write is. A new write does not compile without its own. */
export const dutyOf: { readonly [Name in Action]: Duty } = {
  'calls.start': 'calls',
  'calls.end': 'calls',
  'calls.resume': 'calls',
  'calls.calledBack': 'calls',
  'calls.close': 'calls',
  'campaigns.update': 'campaigns',
  'campaigns.create': 'campaigns',
  'campaigns.archive': 'campaigns',
  'campaigns.restore': 'campaigns',
  'campaigns.setMembers': 'campaigns',
  'campaigns.setScript': 'campaigns',
  'offers.create': 'offers',
  'offers.update': 'offers',
  'offers.delete': 'offers',
  'offers.restore': 'offers',
  'gateways.create': 'gateways',
  'gateways.update': 'gateways',
  'gateways.switch': 'gateways',
  'gateways.rehearse': 'gateways',
  'gateways.reconcile': 'gateways',
  'plugins.create': 'providers',
  'plugins.update': 'providers',
  'plugins.delete': 'providers',
  'plugins.verify': 'providers',
  'plugins.sendTest': 'providers',
  'autoresponders.createEmail': 'campaignMails',
  'autoresponders.update': 'campaignMails',
  'autoresponders.delete': 'campaignMails',
  'autoresponders.restore': 'campaignMails',
  'autoresponders.pause': 'campaignMails',
  'autoresponders.resume': 'campaignMails',
  'autoresponders.sendTest': 'campaignMails',
  'orders.place': 'orders',
  'orders.cancel': 'orders',
  'orders.addNote': 'orders',
  'orders.updateAddress': 'orders',
  'orders.createPaymentLink': 'orders',
  'orders.endPaymentLink': 'orders',
  'orders.refund': 'refunds',
  'fulfilments.pack': 'fulfilments',
  'fulfilments.split': 'fulfilments',
  'fulfilments.assign': 'fulfilments',
  'fulfilments.unassign': 'fulfilments',
  'fulfilments.scan': 'fulfilments',
  'fulfilments.ship': 'fulfilments',
  'fulfilments.deliver': 'fulfilments',
  'fulfilments.cancel': 'fulfilments',
  'fulfilments.takeSteps': 'fulfilments',
  'mails.retry': 'mails',
  'orderMails.update': 'orderMails',
  'orderMails.reset': 'orderMails',
  'orderMails.disable': 'orderMails',
  'orderMails.enable': 'orderMails',
  'orderMails.sendTest': 'orderMails',
  'customers.create': 'customers',
  'customers.update': 'customers',
  'customers.delete': 'customers',
  'customers.restore': 'customers',
  'customers.merge': 'customers',
  'customers.unmerge': 'customers',
  'orderDrafts.keep': 'orders',
  'orderDrafts.discard': 'orders',
  'products.create': 'offers',
  'products.update': 'offers',
  'products.archive': 'offers',
  'products.restore': 'offers',
  'products.duplicate': 'offers',
  'products.adjustStock': 'stock',
  'sellers.update': 'seller',
  'sheetImports.create': 'sheets',
  'sheetImports.addLines': 'sheets',
  'sheetImports.commit': 'sheets',
  'sheetImports.undo': 'sheets',
  'sheetImports.withdraw': 'sheets',
  'telephone.createToken': 'telephone',
  'telephone.revokeToken': 'telephone',
  'organizations.setPermissions': 'permissions',
}

/**
 * Why a member may not do something, in the sentence that they read (GE-05); undefined when they may. Server and app ask
 * here and nowhere else.
 */
export const whyForbidden = (member: Membership, action: Action, about?: About): string | undefined =>
  whyNotDuty(member, dutyOf[action], about)
