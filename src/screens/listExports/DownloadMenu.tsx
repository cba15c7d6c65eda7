import { useSelector } from '@xstate/react'
import { errorMessage } from '../../../contract/client/errors'
import type { FileAsked } from '../../../machines/table/listCsv.machine'
import { useEntriesOnScreen } from '../../app/onScreen'
import { useUntil } from '../../browser/useUntil'
import { ReasonedButton } from '../../components/actions/ReasonedButton'
import { Alert } from '../../components/base/Alert'
import { DropdownMenu } from '../../components/base/DropdownMenu'
import type { OpenedBy } from '../../components/base/menuEntry'
import { useListCsv } from '../../data/useListCsv'

export interface DownloadMenuProps {
  /** Why it can't be downloaded now. */
  reason?: string | undefined
  asked: () => FileAsked
  /** Of two on a page each says which it is. */
  label?: string
  /** Somebody has asked for the menu before its code was there. */
  opensAtOnce?: OpenedBy | undefined
}

const formats = [
  { id: 'xlsx', label: 'Excel workbook (XLSX)' },
  { id: 'csv', label: 'Plain text (CSV)' },
] as const
const cancelling = [{ id: 'cancel', label: 'Cancel the download' }]

/** Saves a list or a report as a file, in either format (ST-02). */
export default function DownloadMenu({ reason, asked, label = 'Download', opensAtOnce }: DownloadMenuProps) {
  const saving = useListCsv()
  const isFirst = useUntil(reason !== undefined)
  const state = useSelector(saving, (snapshot) => snapshot)
  const isReading = state.matches('reading')
  const entries = isReading ? cancelling : formats
  const select = (id: string) =>
    saving.send(
      id === 'cancel'
        ? { type: 'csv.cancel' }
        : { type: 'csv.read', asked: { ...asked(), ...(id === 'xlsx' && { format: 'xlsx' }) } },
    )
  useEntriesOnScreen(
    entries.map((entry) => ({ ...entry, reason })),
    select,
    label,
  )
  if (reason !== undefined)
    return (
      <ReasonedButton variant="outline" reason={reason}>
        {label}
      </ReasonedButton>
    )
  return (
    <>
      <DropdownMenu items={entries} onSelect={select} opensAtOnce={isFirst ? opensAtOnce : undefined}>
        {isReading ? 'Downloading…' : label}
      </DropdownMenu>
      {state.matches('failed') && <Alert>The file could not be read. {errorMessage(state.context.error)}</Alert>}
    </>
  )
}
