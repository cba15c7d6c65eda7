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

/** The own account is in no organization, and everybody may change it. */
type OrganizationResource = Exclude<keyof Contract, 'users'>

/** What can be done in an organization: every write of the contract by its own name, such as `orders.updateAddress`. */
export type Action = {
  [Resource in OrganizationResource]: `${Resource}.${WritesOf<Contract[Resource]>}`
}[OrganizationResource]

/** A resource that nobody writes has no duty. */
type DutyOfWrites<Writes extends string> = Duty | { readonly [Write in Writes]: Duty }
type Duties = {
  readonly [
    Resource in OrganizationResource as [WritesOf<Contract[Resource]>] extends [never] ? never : Resource
  ]: DutyOfWrites<WritesOf<Contract[Resource]>>
}

/**
 * Whose duty the writes of each resource are: one for all of them, or each by its name. A new resource does not compile
 * without, nor does a new write of one that tells them apart.
 */
const dutiesOf: Duties = {
  bulkJobs: 'bulk',
  calls: 'calls',
  campaigns: 'campaigns',
  collaborations: {
    create: 'collaborations',
    share: 'collaborations',
    renew: 'collaborations',
    pause: 'collaborations',
    resume: 'collaborations',
    end: 'collaborations',
    accept: 'collaborations',
    decline: 'collaborations',
    sell: 'orders',
    createPaymentLink: 'orders',
    endPaymentLink: 'orders',
  },
  offers: 'offers',
  gateways: 'gateways',
  plugins: 'providers',
  autoresponders: 'campaignMails',
  orders: {
    place: 'orders',
    cancel: 'orders',
    addNote: 'orders',
    updateAddress: 'orders',
    createPaymentLink: 'orders',
    endPaymentLink: 'orders',
    refund: 'refunds',
  },
  orderDrafts: 'orders',
  fulfilments: 'fulfilments',
  mails: { retry: 'mails', drop: 'heldMails' },
  orderMails: 'orderMails',
  customers: 'customers',
  products: {
    create: 'offers',
    update: 'offers',
    archive: 'offers',
    restore: 'offers',
    duplicate: 'offers',
    adjustStock: 'stock',
  },
  savedReports: 'reports',
  savedViews: {
    create: 'views',
    update: 'views',
    share: 'sharedViews',
    setDefault: 'views',
    delete: 'views',
    restore: 'views',
  },
  sellers: 'seller',
  sheetImports: 'sheets',
  telephone: 'telephone',
  apiTokens: 'apiTokens',
  archives: 'archives',
  webhooks: 'webhooks',
  leaderboard: 'goals',
  organizations: { setPermissions: 'permissions', update: 'organization' },
  invites: 'team',
  members: {
    disable: 'users',
    enable: 'users',
    remove: 'users',
    setRole: 'roles',
    leave: 'leaving',
  },
}

/** Whose duty the call of a name is; undefined for one that changes nothing in an organization. */
export function dutyNamed(name: string): Duty | undefined {
  const [resource, write = ''] = name.split('.')
  const byWrite: DutyOfWrites<string> | undefined = dutiesOf[resource as keyof Duties]
  return typeof byWrite === 'object' ? byWrite[write] : byWrite
}

/** Whose duty a write is: by its type every action has one. */
export const dutyOf = (action: Action): Duty => dutyNamed(action) as Duty

/**
 * Why a member may not do something, in the sentence that they read (GE-05); undefined when they may. Server and app ask
 * here and nowhere else.
 */
export const whyForbidden = (member: Membership, action: Action, about?: About): string | undefined =>
  whyNotDuty(member, dutyOf(action), about)
