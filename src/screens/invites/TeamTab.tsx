import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Invite } from '../../../contract/extensions/invites'
import type { Member } from '../../../contract/organizations'
import { mayDo } from '../../../contract/rules/members'
import { ActionButton } from '../../components/actions/ActionButton'
import { Badge } from '../../components/base/Badge'
import { Card } from '../../components/base/Card'
import { Stack } from '../../components/base/Stack'
import { columnsOf } from '../../components/table/columns'
import { RowsTable } from '../../components/table/RowsTable'
import { useApp, useSession } from '../../app/context'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { readInvites } from '../../data/resources/invites'
import { readMembers } from '../../data/resources/organizationSettings'
import { useList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'
import { roleActions } from '../members/actions'
import { inviteActions, invitePanel, inviteTeammates } from './actions'

const route = getRouteApi('/_signedIn/settings/')
const fixed = { sortable: false }

const ofMember = columnsOf<TeamMember>()
const memberColumns = [
  ofMember.text('name', 'Name', { ...fixed, size: 200 }),
  ofMember.text('email', 'Email', { ...fixed, size: 260, card: {} }),
  ofMember.shown('may', 'What they can do', ({ role }) => (role ? mayDo[role] : '-'), { ...fixed, card: {} }),
]

/** Members with what is asked of them before their role changes. */
const asMembers = (rows: readonly Member[]) => {
  const owners = rows.filter(({ role, isDisabled }) => role === 'owner' && isDisabled !== true).length
  return rows.map((member) => ({
    ...member,
    state: member.isDisabled === true ? ('disabled' as const) : ('active' as const),
    changesSettings: member.role === 'owner',
    isLastOwner: member.role === 'owner' && member.isDisabled !== true && owners === 1,
  }))
}
type TeamMember = ReturnType<typeof asMembers>[number]
const memberMenu = { label: ({ name, email }: TeamMember) => `Actions for ${name || email}`, actions: roleActions }

const ofInvite = columnsOf<Invite>()
const inviteColumns = [
  ofInvite.text('email', 'Email', { ...fixed, size: 260 }),
  ofInvite.shown('may', 'What they will do', ({ role }) => mayDo[role], { ...fixed, card: {} }),
  ofInvite.shown('state', 'State', (invite) => <State invite={invite} />, { ...fixed, card: {} }),
  ofInvite.text('invitedByName', 'Invited by', { ...fixed, card: { before: 'Invited by' } }),
  ofInvite.moment('sentAt', 'Sent', { ...fixed, card: { before: 'Sent' } }),
  ofInvite.moment('expiresAt', 'Expires', { ...fixed, card: { before: 'Expires' } }),
]

function State({ invite: { state, askedAt } }: { invite: Invite }) {
  if (state === 'declined') return <Badge tone="neutral">Declined</Badge>
  if (state === 'pending') return <Badge tone="blue">Open</Badge>
  return <Badge tone="amber">{askedAt ? 'Expired, asks for a new one' : 'Expired'}</Badge>
}

const rowActions = { label: ({ email }: Invite) => `Actions for ${email}`, actions: inviteActions }
const parameters = ['invite']

/** Who works in the organization, and who is invited to (ST-01, IN-01). */
export default function TeamTab() {
  const { api } = useApp()
  const { invite } = route.useSearch()
  const organizationId = useSession(({ context }) => context.organizationId)
  useFlowAtAddress(
    useMemo(() => invitePanel(invite), [invite]),
    parameters,
  )
  const members = useShownList(
    'members',
    useList('members', readMembers(api, organizationId)),
    () => 'Error fetching the members',
  )
  const invites = useShownList(
    'invites',
    useList('invites', readInvites(api, organizationId)),
    () => 'Error fetching the invites',
  )
  return (
    <Stack>
      <Card title="Members" action={<ActionButton action={inviteTeammates} row={null} />}>
        <RowsTable
          label="Who works here"
          columns={memberColumns}
          {...members}
          rows={asMembers(members.rows)}
          rowActions={memberMenu}
        />
      </Card>
      <Card title="Invites">
        {invites.state === 'populated' || invites.rows.length > 0 || invites.error !== undefined ? (
          <RowsTable label="Who is invited" columns={inviteColumns} {...invites} rowActions={rowActions} />
        ) : (
          'Nobody is invited.'
        )}
      </Card>
    </Stack>
  )
}
