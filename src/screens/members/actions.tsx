import Ban from 'lucide-react/icons/ban'
import Eye from 'lucide-react/icons/eye'
import LogOut from 'lucide-react/icons/log-out'
import UserCheck from 'lucide-react/icons/user-check'
import UserCog from 'lucide-react/icons/user-cog'
import UserMinus from 'lucide-react/icons/user-minus'
import type { OrganizationMember } from '../../../contract/extensions/members'
import { type MemberStep, type RoleStep, whyNotRole, whyNotStep } from '../../../contract/rules/members'
import type { RecordAction, WriteAction } from '../../components/actions/recordAction'

/** Asks before it is done, and who takes over. */
const asking = (step: MemberStep): Pick<WriteAction<OrganizationMember>, 'whyNot' | 'open'> => ({
  whyNot: (member) => whyNotStep(step, member),
  open: ({ id, name, email }, { open }) =>
    open({ type: 'open.memberChange', recordId: id, input: { member: { id, name, email }, step } }),
})

const disable: WriteAction<OrganizationMember> = {
  action: 'members.disable',
  label: 'Disable',
  icon: <Ban aria-hidden="true" />,
  isFor: ({ state }) => state !== 'disabled',
  ...asking('disable'),
}

const enable: WriteAction<OrganizationMember> = {
  action: 'members.enable',
  label: 'Enable',
  icon: <UserCheck aria-hidden="true" />,
  isFor: ({ state }) => state === 'disabled',
  ...asking('enable'),
}

const remove: WriteAction<OrganizationMember> = {
  action: 'members.remove',
  label: 'Remove',
  icon: <UserMinus aria-hidden="true" />,
  danger: true,
  ...asking('remove'),
}

type RoleSubject = Pick<OrganizationMember, 'id' | 'name' | 'email' | 'state' | 'isLastOwner' | 'changesSettings'>

const settling = (step: RoleStep): Pick<WriteAction<RoleSubject>, 'action' | 'isFor' | 'whyNot' | 'open'> => ({
  action: 'members.setRole',
  isFor: ({ changesSettings }) => changesSettings !== (step === 'letChange'),
  whyNot: (member) => whyNotRole(step, member),
  open: ({ id, name, email }, { open }) =>
    open({ type: 'open.memberRole', recordId: id, input: { member: { id, name, email }, step } }),
})

/** Whether a person changes settings or sells alone; of the two the one that they do not do is offered (AU-01). */
export const roleActions: readonly WriteAction<RoleSubject>[] = [
  { label: 'Let change settings', icon: <UserCog aria-hidden="true" />, ...settling('letChange') },
  { label: 'Let only sell', icon: <UserCog aria-hidden="true" />, ...settling('letSell') },
]

/** Ends one's own part in the organization; for everybody. */
export const leaveOrganization: WriteAction<OrganizationMember> = {
  action: 'members.leave',
  label: 'Leave the organization',
  icon: <LogOut aria-hidden="true" />,
  ...asking('leave'),
}

/** What can be done with a person on their page (AU-01). */
export const memberPageActions: readonly WriteAction<OrganizationMember>[] = [remove, ...roleActions, enable, disable]

/** The same in the list. */
export const memberActions: readonly RecordAction<OrganizationMember>[] = [
  {
    reads: true,
    label: 'View',
    icon: <Eye aria-hidden="true" />,
    open: ({ id }, { navigate }) => void navigate({ to: '/admin/users/$userId', params: { userId: id } }),
  },
  disable,
  enable,
  ...roleActions,
  remove,
]
