import { demandedStep, secondStepDemanded } from '../../contract/rules/twoSteps'
import { type Action, dutyOf, whyForbidden } from '../../contract/permissions'
import { whyNotByToken, whyOutOfScope } from '../../contract/rules/apiTokens'
import type { About } from '../../contract/rules/duties'
import { dutyOfRead, whyNotRead } from '../../contract/rules/readers'
import type { Caller, OwnMembership } from './sessions'
import { isId } from '../db/keys'
import type { Database } from '../db/database'
import type { Transaction } from '../db/transactions'
import { notFound, Refusal } from '../http/errors'

/** What the caller is to the organization. Throws a 404 that tells nothing of others when that is nothing (PM-01). */
export function ownMembership(caller: Caller, organizationId: string): OwnMembership {
  const own = caller.memberships.find(({ orgId }) => orgId === organizationId.toLowerCase())
  if (own === undefined) {
    if (caller.closed?.some(({ orgId }) => orgId === organizationId.toLowerCase())) throw stepDemanded()
    throw notFound('Organization')
  }
  caller.entered?.add(own.orgId)
  return own
}

/** The organization, when the caller belongs to it. Throws the same 404. */
export const ownOrganization = (caller: Caller, organizationId: string): string =>
  ownMembership(caller, organizationId).orgId

/** The organization, when the caller may read there what a call reads. Throws the same 404, and a 403 that says why not. */
export function readableOrganization(caller: Caller, organizationId: string, call: string): string {
  const membership = ownMembership(caller, organizationId)
  refuseReading(membership, call)
  return membership.orgId
}

/** Throws a 403 that says why the member may not read what a call reads. */
export function refuseReading(membership: OwnMembership, call: string): void {
  const { scope } = membership
  const duty = dutyOfRead(call)
  const why = (scope && duty && whyOutOfScope(scope, duty)) ?? whyNotRead(membership, call)
  if (why !== undefined) throw new Refusal(403, 'forbidden', why)
}

/**
 * Runs `work` in the organization of the caller's that has the record, which `work` says by returning something. Throws
 * a 404 when none has it, whether somebody else has or nobody. What writes comes here by `withRecord`.
 */
export async function inOwningOrganization<T>(
  database: Database,
  caller: Caller,
  recordId: string,
  noun: string,
  work: (tx: Transaction, orgId: string, membership: OwnMembership) => Promise<T | undefined>,
): Promise<T> {
  if (isId(recordId)) {
    for (const membership of caller.memberships) {
      const { orgId } = membership
      // One organization after the other, as most callers have one, and a record is in one only.
      const result = await database.tenant(orgId, (tx) => work(tx, orgId, membership))
      if (result === undefined) continue
      caller.entered?.add(orgId)
      return result
    }
  }
  // It may be in one that is closed to them, which tells nothing of what is there.
  if (caller.closed && caller.closed.length > 0) throw stepDemanded()
  throw notFound(noun)
}

const stepDemanded = () => new Refusal(403, secondStepDemanded, demandedStep)

/** Throws a 403 that says why no API token can be used for a call of the contract, when one is. */
export function refuseToTokens({ token }: Caller, call: string): void {
  const why = token && whyNotByToken(call)
  if (why !== undefined) throw new Refusal(403, 'forbidden', why)
}

/** Why the member, or the token that they ask by, may not do it; undefined when they may. */
export const whyRefused = (membership: OwnMembership, action: Action, about?: About): string | undefined =>
  (membership.scope && whyOutOfScope(membership.scope, dutyOf(action))) ?? whyForbidden(membership, action, about)

/** Throws a 403 that says why the member, or the token that they ask by, may not do it. */
export function refuseForbidden(membership: OwnMembership, action: Action, about?: About): void {
  const why = whyRefused(membership, action, about)
  if (why !== undefined) throw new Refusal(403, 'forbidden', why)
}
