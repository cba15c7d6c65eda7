import type { ExportedList } from '../../../contract/extensions/listExports'
import { whyNotDuty } from '../../../contract/rules/duties'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import { useApp, useMembership, useSession } from '../../app/context'
import { exportOf } from '../../data/resources/listCsv'
import { DownloadMenu } from './DownloadMenu'

interface ExportButtonProps {
  resource: ExportedList
  request: TableRequest
  /** What every row belongs to. */
  within?: Readonly<Record<string, string>> | undefined
}

/** Saves all rows that a table is narrowed to, over all its pages (ST-02). */
export default function ExportButton({ resource, request, within }: ExportButtonProps) {
  const { extensions } = useApp().config
  const organizationId = useSession(({ context }) => context.organizationId)
  const reason = whyNotDuty(useMembership(), 'exports')
  if (!extensions || organizationId === undefined) return null
  return <DownloadMenu reason={reason} asked={() => ({ list: exportOf(organizationId, resource, request, within) })} />
}
