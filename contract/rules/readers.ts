import { whyNotAudit } from './auditReaders'
import { whyNotStatement } from './collaborations'
import { type Duty, type Membership, whyNotDuty } from './duties'
import { whyNotUsers } from './members'
import { whyNotWebhooks } from './webhooks'

/** What not all members of an organization read, by the calls that do; all else they do. */
const readers: Readonly<Record<string, (member: Membership) => string | undefined>> = {
  'audit.list': whyNotAudit,
  'audit.csv': whyNotAudit,
  'audit.xlsx': whyNotAudit,
  'collaborations.statement': whyNotStatement,
  'members.list': whyNotUsers,
  'members.get': whyNotUsers,
  'webhooks.list': whyNotWebhooks,
  'webhooks.deliveries': whyNotWebhooks,
  'webhooks.delivery': whyNotWebhooks,
}

/** What is read as a duty, which owners settle for agents and a token is made for or not. */
const readDuties: Readonly<Record<string, Duty>> = {
  'listExports.csv': 'exports',
  'listExports.xlsx': 'exports',
  'archives.save': 'archives',
  'archives.list': 'archives',
  'reports.csv': 'exports',
  'reports.xlsx': 'exports',
}
export const dutyOfRead = (call: string): Duty | undefined => readDuties[call]

/** Why a member may not read what a call reads of others, in one sentence (GE-05); undefined when they may. */
export function whyNotRead(member: Membership, call: string): string | undefined {
  const duty = dutyOfRead(call)
  return duty === undefined ? readers[call]?.(member) : whyNotDuty(member, duty)
}
