import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { MemberRecord } from '../../../contract/extensions/members'
import { Card } from '../../components/base/Card'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { Moment } from '../../components/base/Moment'
import { Text } from '../../components/base/Text'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { useApp, useSession } from '../../app/context'
import { readActivity } from '../../data/resources/members'
import { useList } from '../../data/useList'
import { AuditedRecord } from '../audit/AuditedRecord'
import { actionText, recordText } from '../../../contract/rules/auditTexts'

/** What a person did last, as the audit log has it (AU-01, AD-01). */
export function MemberActivity({ member: { id } }: { member: MemberRecord }) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('audit.activity', readActivity(api, organizationId, id))
  const state = useSelector(list, (snapshot) => snapshot)
  const { rows, total } = state.context
  const more = total > rows.length
  return (
    <Card
      title="Activity"
      action={
        more && (
          <Link to="/settings" search={{ tab: 'audit', actorId: id }}>
            All that they did
          </Link>
        )
      }
    >
      {state.matches('failed') ? (
        <ErrorState message="Error fetching the activity" onRetry={() => list.send({ type: 'list.retry' })} />
      ) : state.matches('loading') ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <Text tone="muted">They have not changed anything yet.</Text>
      ) : (
        <SimpleTable
          label="Activity"
          columns={['When', 'What', 'Record']}
          texts={['What', 'Record']}
          rows={rows.map((entry) => ({
            id: entry.id,
            cells: [
              <Moment key="at" iso={entry.createdAt} />,
              actionText(entry),
              <AuditedRecord key="record" record={entry.record} />,
            ],
            note: `${actionText(entry)}, ${recordText(entry.record)}`,
          }))}
          totals={[]}
        />
      )}
    </Card>
  )
}
