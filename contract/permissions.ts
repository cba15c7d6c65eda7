import type { Contract } from './index'
import type { Organization } from './organizations'

/** What a person is to an organization; never shown as a word on a person (SE-12). */
export type Role = 'owner' | 'agent'

/** A person in one organization, as far as what they may do there depends on it. */
export interface Membership {
  role: Role
}

const memberships = { owner: { role: 'owner' }, agent: { role: 'agent' } } as const satisfies Record<Role, Membership>

/** What the signed-in person is to an organization. A backend that does not tell is the judge of what they may do. */
export const membershipOf = (organization: Organization | undefined): Membership =>
  memberships[organization?.role ?? 'owner']

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

/**
 * Why a member may not do something, in the sentence that they read (GE-05); undefined when they may. Server and app ask
 * here and nowhere else. As yet every member may do everything.
 */
export const whyForbidden = (_member: Membership, _action: Action): string | undefined => undefined
