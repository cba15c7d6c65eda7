import type { TableRequest } from '../../../machines/table/dataTable.machine'
import { useSession } from '../../app/context'
import type { OpenedBy } from '../../components/base/menuEntry'
import { exportOf, type ListOfExport } from '../../data/resources/listCsv'
import DownloadMenu from './DownloadMenu'

export interface ExportButtonProps {
  list: ListOfExport
  request: TableRequest
  /** What every row belongs to. */
  within?: Readonly<Record<string, string>> | undefined
  label: string
  /** Why it can't be downloaded now. */
  reason: string | undefined
  opensAtOnce: OpenedBy | undefined
}

/** Saves all rows that a table is narrowed to, over all its pages (ST-02). */
export default function ExportButton({ list, request, within, label, reason, opensAtOnce }: ExportButtonProps) {
  const organizationId = useSession(({ context }) => context.organizationId)
  if (organizationId === undefined) return null
  return (
    <DownloadMenu
      reason={reason}
      asked={() => ({ list: exportOf(organizationId, list, request, within) })}
      label={label}
      opensAtOnce={opensAtOnce}
    />
  )
}
