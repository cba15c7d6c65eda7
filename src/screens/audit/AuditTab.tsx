import { getRouteApi } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { AuditEntry } from '../../../contract/extensions/audit'
import { auditList } from '../../../contract/lists/audit'
import { whyNotAudit } from '../../../contract/rules/auditReaders'
import { EmptyState } from '../../components/base/EmptyState'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useMembership, useSession } from '../../app/context'
import { auditQuestion, readNewestEntry } from '../../data/resources/audit'
import { useList } from '../../data/useList'
import DownloadMenu from '../listExports/DownloadMenu'
import { agentChoices, useMembers } from '../orders/filterChoices'
import { auditActions } from './actions'
import { AuditChanges } from './AuditChanges'
import { AuditedRecord } from './AuditedRecord'
import { actionText, actorText, kindText, recordText } from '../../../contract/rules/auditTexts'

const route = getRouteApi('/_signedIn/settings/')

const column = listColumns(auditList)

const columns = [
  column('createdAt'),
  column('actor', { cell: actorText, card: {} }),
  column('action', { cell: actionText, card: {} }),
  column('record', { cell: ({ record }) => <AuditedRecord record={record} />, card: {}, opensRow: true }),
  column('kind', { cell: kindText, card: {} }),
  column('changes', { cell: (entry) => <AuditChanges entry={entry} />, card: {}, wraps: true }),
]

const rowActions = {
  label: ({ record }: AuditEntry) => `Actions for ${recordText(record)}`,
  actions: auditActions,
}

/** Every change in the organization, for its owners (ST-01, AD-01). */
export default function AuditTab() {
  const why = whyNotAudit(useMembership())
  const { recordId } = route.useSearch()
  // What is called by its record is another list for each.
  return why === undefined ? <AuditLog key={recordId} /> : <EmptyState title={why} level={2} />
}

function AuditLog() {
  const search = route.useSearch()
  const { recordId } = search
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const members = useMembers()
  const newest = useList('audit.newest', readNewestEntry(api, organizationId, recordId))
  const name = useSelector(newest, ({ context: { rows } }) => rows[0] && recordText(rows[0].record))
  const filters = useMemo(
    () =>
      listFilters(auditList, {
        actorId: agentChoices(members),
        recordId: recordId === undefined ? [] : [{ value: recordId, label: name ?? '…' }],
      }),
    [members, recordId, name],
  )
  return (
    <Stack>
      <Text tone="muted">
        Who changed what, the newest first. Up to 10,000 entries are listed; older ones are found by narrowing it to
        days, and are in the download.
      </Text>
      <ResourceTable
        resource="audit"
        label="Entries"
        columns={columns}
        failure="Error fetching the audit log"
        withoutSearch
        filters={filters}
        rowActions={rowActions}
        toolbar={
          organizationId !== undefined && (
            <DownloadMenu asked={() => ({ audit: auditQuestion(organizationId, search) })} />
          )
        }
      />
    </Stack>
  )
}
