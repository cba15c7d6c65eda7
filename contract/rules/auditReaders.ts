import type { Membership } from './duties'

/** Why a member may not read what was changed by whom, in the sentence that they read (AD-01); undefined when they may. */
export const whyNotAudit = ({ role }: Pick<Membership, 'role'>): string | undefined =>
  role === 'owner' ? undefined : 'Only an owner can read the audit log.'
