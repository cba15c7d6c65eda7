import { Link } from '@tanstack/react-router'
import type { OrganizationMember } from '../../../contract/extensions/members'
import { memberList } from '../../../contract/lists/members'
import { memberName, whyNotUsers } from '../../../contract/rules/members'
import { EmptyState } from '../../components/base/EmptyState'
import { PageHeader } from '../../components/base/PageHeader'
import { columnsOf, listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useMembership } from '../../app/context'
import { exporting } from '../listExports/exporting'
import { memberActions } from './actions'
import { MemberState } from './MemberState'

const column = listColumns(memberList)
const { shown } = columnsOf<OrganizationMember>()

const columns = [
  column('name', {
    cell: (member) => (
      <Link to="/admin/users/$userId" params={{ userId: member.id }}>
        {memberName(member)}
      </Link>
    ),
  }),
  column('email', { size: 250, card: {} }),
  column('state', { cell: ({ state }) => <MemberState state={state} />, card: {} }),
  column('joinedAt', { precision: 'day' }),
  column('lastSeenAt', { card: { before: 'Last seen' } }),
  column('ordersCount'),
  shown('hasTwoSteps', 'Two steps', ({ hasTwoSteps }) => (hasTwoSteps ? 'On' : 'None'), {
    sortable: false,
    size: 110,
    card: { before: 'Two steps' },
  }),
]

const filters = listFilters(memberList, {})

const rowActions = {
  label: (member: OrganizationMember) => `Actions for ${memberName(member)}`,
  actions: memberActions,
}

const toolbar = exporting(memberList)

/** Who belongs to the organization, for its owners (AU-01). */
export default function MembersScreen() {
  const { extensions } = useApp().config
  const why = whyNotUsers(useMembership())
  if (!extensions) return <EmptyState title="This backend has no list of users." level={1} />
  return (
    <>
      <PageHeader title="Users" />
      {why === undefined ? (
        <ResourceTable
          resource="members"
          label="Users"
          columns={columns}
          failure="Error fetching users"
          filters={filters}
          rowActions={rowActions}
          toolbar={toolbar}
        />
      ) : (
        <EmptyState title={why} level={2} />
      )}
    </>
  )
}
