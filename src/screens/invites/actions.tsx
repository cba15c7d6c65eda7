import Ban from 'lucide-react/icons/ban'
import Link from 'lucide-react/icons/link'
import Send from 'lucide-react/icons/send'
import type { Invite } from '../../../contract/extensions/invites'
import { inviteLife } from '../../../machines/lives/inviteLife'
import { whyNot } from '../../../machines/lives/life'
import type { FlowAtAddress } from '../../app/useFlowAtAddress'
import type { RecordAction, WriteAction } from '../../components/actions/recordAction'
import { mailStep } from '../mails/actions'
import { toDelete } from '../records/actions'

const openCreate = { type: 'open.inviteCreate', recordId: undefined, input: {} } as const

/** What is begun on the tab of the team (IN-01). */
export const inviteTeammates: WriteAction<null> = {
  action: 'invites.create',
  label: 'Invite teammates',
  primary: true,
  open: (_, { open }) => open(openCreate),
}

/** The dialog that invites, for as long as the address asks for it. */
export const invitePanel = (asked: string | undefined): FlowAtAddress | undefined =>
  asked === 'new' ? { action: 'invites.create', event: openCreate } : undefined

/** Why it can't be done with the invite now. What has ended without being answered is not listed. */
const whyNotOf =
  (type: 'sendAgain' | 'copyLink' | 'revoke') =>
  ({ state }: Invite): string | undefined =>
    state === 'gone' ? undefined : whyNot(inviteLife, state, { type })

/** What can be done with an open invite (IN-01). */
export const inviteActions: readonly RecordAction<Invite>[] = [
  {
    action: 'invites.sendAgain',
    label: 'Send again',
    icon: <Send aria-hidden="true" />,
    whyNot: whyNotOf('sendAgain'),
    open: mailStep({ of: 'invites', step: 'sendAgain' }),
  },
  {
    action: 'invites.copyLink',
    label: 'Copy link',
    icon: <Link aria-hidden="true" />,
    whyNot: whyNotOf('copyLink'),
    open: ({ id, email }, { open }) => open({ type: 'open.inviteLink', recordId: id, input: { id, email } }),
  },
  {
    action: 'invites.revoke',
    label: 'Revoke',
    icon: <Ban aria-hidden="true" />,
    danger: true,
    whyNot: whyNotOf('revoke'),
    open: toDelete('invites', ({ email }) => `the invite for ${email}`),
  },
]
