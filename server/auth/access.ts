import { type Action, whyForbidden } from '../../contract/permissions'
import type { Caller } from './sessions'
import { isId } from '../db/keys'
import type { Database } from '../db/database'
import type { Transaction } from '../db/transactions'
import { notFound, Refusal } from '../http/errors'

/** The organization, when the caller belongs to it. Throws a 404 that tells nothing of others (PM-01). */
export function ownOrganization(caller: Caller, organizationId: string): string {
  const own = caller.orgIds.find((orgId) => orgId === organizationId.toLowerCase())
  if (own === undefined) throw notFound('Organization')
  return own
}

/**
 * Runs `work` in the organization of the caller's that has the record, which `work` says by returning something. Throws
 * a 404 when none has it, whether somebody else has or nobody.
 */
export async function inOwningOrganization<T>(
  database: Database,
  caller: Caller,
  recordId: string,
  what: string,
  work: (tx: Transaction, orgId: string) => Promise<T | undefined>,
): Promise<T> {
  if (isId(recordId)) {
    for (const orgId of caller.orgIds) {
      // One organization after the other, as most callers have one, and a record is in one only.
      const result = await database.tenant(orgId, (tx) => work(tx, orgId))
      if (result !== undefined) return result
    }
  }
  throw notFound(what)
}

/** Throws a 403 that says why the caller may not do it in the organization. */
export function refuseForbidden(_caller: Caller, _orgId: string, action: Action): void {
  // Roles are not told apart as yet: nobody is asked for more than every member may.
  const why = whyForbidden('agent', action)
  if (why !== undefined) throw new Refusal(403, 'forbidden', why)
}
