import { useSelector } from '@xstate/react'
import { ActionButton } from '../../components/actions/ActionButton'
import { Card } from '../../components/base/Card'
import { Text } from '../../components/base/Text'
import { useApp, useSession } from '../../app/context'
import { readOwnMember } from '../../data/resources/members'
import { useList } from '../../data/useList'
import { leaveOrganization } from './actions'

/** The way out of the current organization, for everybody (AU-01). */
export function MembershipCard({ userId }: { userId: string }) {
  const { api } = useApp()
  const organization = useSession(({ context: { organizations, organizationId } }) =>
    organizations.find(({ id }) => id === organizationId),
  )
  const list = useList('members.own', readOwnMember(api, organization?.id, userId))
  const self = useSelector(list, ({ context }) => context.rows[0])
  if (!organization || !self) return null
  return (
    <Card title={organization.name} action={<ActionButton action={leaveOrganization} row={self} />}>
      <Text tone="muted">Whoever leaves is signed out of it at once. What they did stays, under their name.</Text>
    </Card>
  )
}
