import { useSelector } from '@xstate/react'
import type { Organization } from '../../../contract/organizations'
import { ActionButton } from '../../components/actions/ActionButton'
import { Card } from '../../components/base/Card'
import { Text } from '../../components/base/Text'
import { useApp, useSession } from '../../app/context'
import { readOwnMember } from '../../data/resources/members'
import { useList } from '../../data/useList'
import { leaveOrganization } from './actions'

/** The way out of the current organization, for everybody (AU-01). */
export function MembershipCard({ userId }: { userId: string }) {
  const organization = useSession(({ context: { organizations, organizationId } }) =>
    organizations.find(({ id }) => id === organizationId),
  )
  // What is read is settled with the first render, so it begins once the organization is known.
  return organization && <Membership key={organization.id} organization={organization} userId={userId} />
}

function Membership({ organization: { id, name }, userId }: { organization: Organization; userId: string }) {
  const { api } = useApp()
  const list = useList('members.own', readOwnMember(api, id, userId))
  const self = useSelector(list, ({ context }) => context.rows[0])
  if (!self) return null
  return (
    <Card title={name} action={<ActionButton action={leaveOrganization} row={self} />}>
      <Text tone="muted">Whoever leaves is signed out of it at once. What they did stays, under their name.</Text>
    </Card>
  )
}
