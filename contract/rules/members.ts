import type { MemberWork, OrganizationMember } from '../extensions/members'
import type { Membership, Role } from './duties'

/** Why a member may not see who else belongs to the organization (AU-01); undefined when they may. */
export const whyNotUsers = ({ role }: Pick<Membership, 'role'>): string | undefined =>
  role === 'owner' ? undefined : 'Only an owner can see the users of the organization.'

/** What is done with a person of an organization, by an owner; only leaving is done by oneself. */
export type MemberStep = 'disable' | 'enable' | 'remove' | 'leave'

/** A person, as far as what may be done with them depends on it. */
export type Leaving = Pick<OrganizationMember, 'state' | 'isLastOwner' | 'isSelf'>

const nobodyLeft = 'Nobody else can change settings here. Let somebody else change them first.'

/** Why it can't be done with a person now, in one sentence (GE-05). */
export function whyNotStep(step: MemberStep, { state, isLastOwner, isSelf }: Leaving): string | undefined {
  if (step === 'enable') return state === 'disabled' ? undefined : 'They are not disabled.'
  if (step !== 'leave' && isSelf) return 'This is you. You can leave the organization in Settings, Security.'
  if (step === 'disable' && state === 'disabled') return 'They are disabled already.'
  return isLastOwner ? nobodyLeft : undefined
}

/** What is settled of what a person may do: whether they change settings, or sell alone. */
export type RoleStep = 'letChange' | 'letSell'
export const roleOf = { letChange: 'owner', letSell: 'agent' } as const satisfies Record<RoleStep, Role>

/** Why a person can't be let change settings, or kept from it, in one sentence (GE-05). */
export function whyNotRole(
  step: RoleStep,
  { state, isLastOwner, changesSettings }: Pick<OrganizationMember, 'state' | 'isLastOwner' | 'changesSettings'>,
): string | undefined {
  if (changesSettings === (step === 'letChange')) {
    return changesSettings ? 'They can change settings already.' : 'They can only sell already.'
  }
  if (step === 'letChange') return state === 'disabled' ? 'They are disabled. Enable them first.' : undefined
  return isLastOwner ? nobodyLeft : undefined
}

/** What is said once it is settled. */
export const roleDone = (step: RoleStep, member: Pick<OrganizationMember, 'name' | 'email'>): string =>
  step === 'letChange'
    ? `${memberName(member)} can change settings now.`
    : `${memberName(member)} can sell, and no longer change settings.`

export const hasWork = ({ drafts, callBacks, calls }: MemberWork): boolean => drafts + callBacks + calls > 0

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

/** What somebody has begun, in words: '2 drafts of orders and 1 call-back'. */
export function workText({ drafts, callBacks, calls }: MemberWork): string {
  const parts = [
    ...counted(drafts, 'draft of an order', 'drafts of orders'),
    ...counted(callBacks, 'call-back', 'call-backs'),
    ...counted(calls, 'call to wrap up', 'calls to wrap up'),
  ]
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** What is said at the field of who takes over. */
export const chooseColleague = (work: MemberWork) => `Choose who takes over ${workText(work)}.`
export const noColleague = 'Choose somebody else who works in this organization now.'
export const tooManyDrafts = (most: number) => `They would have more than ${most} drafts. Choose somebody else.`

/** Why a session is over, or why none begins: the person is out of an organization, and has no other. */
export const whyOut = {
  disabled: (organization: string) =>
    `Your access to ${organization} has been disabled. If that is a mistake, ask somebody there to enable it again.`,
  removed: (organization: string) => `You have been removed from ${organization}.`,
  left: (organization: string) => `You have left ${organization}.`,
  nowhere: 'You belong to no organization any more. Ask for an invite.',
} as const
export type EndedBecause = Exclude<keyof typeof whyOut, 'nowhere'>

export const memberName = ({ name, email }: Pick<OrganizationMember, 'name' | 'email'>): string =>
  name || email || 'This person'

/** What is said once it is done. */
export const stepDone = (step: MemberStep, member: Pick<OrganizationMember, 'name' | 'email'>): string =>
  ({
    disable: `${memberName(member)} is disabled and signed out here.`,
    enable: `${memberName(member)} can work here again.`,
    remove: `${memberName(member)} is removed. What they did keeps their name.`,
    leave: 'You have left the organization.',
  })[step]

/** What a person may do in an organization, in words that are no role's (SE-12). */
export const mayDo: Readonly<Record<Role, string>> = { owner: 'Can change settings', agent: 'Can sell' }
