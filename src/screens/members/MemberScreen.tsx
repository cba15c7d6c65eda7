import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import type { MemberRecord } from '../../../contract/extensions/members'
import { hasWork, mayDo, memberName, whyNotUsers, workText } from '../../../contract/rules/members'
import { PageButtons } from '../../components/actions/PageMenu'
import { buttonStyle } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { Copyable } from '../../components/layout/Copyable'
import { DescriptionList } from '../../components/base/DescriptionList'
import { EmptyState } from '../../components/base/EmptyState'
import { formatCount } from '../../components/base/format'
import { Moment } from '../../components/base/Moment'
import { PageHeader } from '../../components/base/PageHeader'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { RecordColumns } from '../../components/record/RecordColumns'
import { ResourceRecord } from '../../components/record/ResourceRecord'
import { useApp, useMembership, useSession } from '../../app/context'
import { readMember } from '../../data/resources/members'
import RecordTimeline from '../audit/RecordTimeline'
import { BackLink } from '../layout/BackLink'
import { memberPageActions } from './actions'
import { MemberActivity } from './MemberActivity'
import { MemberDevices } from './MemberDevices'
import { MemberState } from './MemberState'

const route = getRouteApi('/_signedIn/admin/users/$userId')

const toList = (
  <Link to="/admin/users" className={buttonStyle({ variant: 'outline' })}>
    Go to users
  </Link>
)

/** One person of the organization, for its owners (AU-01). */
export default function MemberScreen() {
  const { api, config } = useApp()
  const { userId } = route.useParams()
  const organizationId = useSession(({ context }) => context.organizationId)
  const why = whyNotUsers(useMembership())
  if (!config.extensions) return <EmptyState title="This backend has no users to show." level={1} />
  if (why !== undefined) return <EmptyState title={why} level={1} />
  return (
    <ResourceRecord
      key={userId}
      id={userId}
      resource="members"
      read={readMember(api, organizationId, userId)}
      failure="Error fetching user"
      noun="user"
      toList={toList}
      deleted={<Navigate to="/admin/users" replace />}
    >
      {(member) => <MemberPage member={member} />}
    </ResourceRecord>
  )
}

const MemberPage = ({ member }: { member: MemberRecord }) => (
  <>
    <PageHeader
      title={memberName(member)}
      within="Users"
      isRecord
      back={<BackLink to="/admin/users" />}
      badge={<MemberState state={member.state} />}
      actions={<PageButtons actions={memberPageActions} record={member} />}
    />
    <RecordColumns summary={<MemberFacts member={member} />} side={<MemberProfile member={member} />}>
      <MemberDevices devices={member.devices} />
      <MemberActivity member={member} />
      <RecordTimeline resource="members" recordId={member.id} />
    </RecordColumns>
  </>
)

/** How they stand to the organization. */
function MemberFacts({ member }: { member: MemberRecord }) {
  const { id, joinedAt, lastSeenAt, ordersCount, disabledAt, disabledByName, hasTwoSteps } = member
  const orders = formatCount(ordersCount)
  return (
    <Card>
      <DescriptionList
        layout="rows"
        entries={[
          {
            term: 'Orders',
            detail: ordersCount ? (
              <Link to="/orders" search={{ agentId: id }}>
                {orders}
              </Link>
            ) : (
              orders
            ),
          },
          { term: 'Two steps at sign-in', detail: hasTwoSteps ? 'On' : 'None' },
          { term: 'Joined', detail: <Moment iso={joinedAt} /> },
          { term: 'Last seen', detail: lastSeenAt ? <Moment iso={lastSeenAt} /> : 'Not yet' },
          ...(disabledAt
            ? [
                {
                  term: 'Disabled',
                  detail: (
                    <>
                      <Moment iso={disabledAt} />
                      {disabledByName && ` by ${disabledByName}`}
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}

/** Who it is, what they may do, and what they have begun. */
function MemberProfile({ member }: { member: MemberRecord }) {
  const { email, work } = member
  return (
    <Card title="Profile">
      <Stack gap="sm">
        {email && <Copyable label="Copy email" text={email} />}
        <Text>{mayDo[member.changesSettings ? 'owner' : 'agent']}</Text>
        {hasWork(work) && <Text tone="muted">Has begun {workText(work)}.</Text>}
      </Stack>
    </Card>
  )
}
