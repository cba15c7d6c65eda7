import { whyNotDuty } from '../../../contract/rules/duties'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import { useApp, useMembership } from '../../app/context'
import { lazyPage } from '../../app/lazyPage'
import { LaterMenu } from '../../components/layout/LaterMenu'
import type { ListOfExport } from '../../data/resources/listCsv'
import type { ExportButtonProps } from './ExportButton'

export const ExportButton = lazyPage<ExportButtonProps>(() => import('./ExportButton'))

function LaterExport(props: Omit<ExportButtonProps, 'reason' | 'opensAtOnce'>) {
  const { extensions } = useApp().config
  const reason = whyNotDuty(useMembership(), 'exports')
  if (!extensions) return null
  return (
    <LaterMenu button={props.label} isNeeded={reason !== undefined}>
      {(opensAtOnce) => <ExportButton {...props} reason={reason} opensAtOnce={opensAtOnce} />}
    </LaterMenu>
  )
}

/** The toolbar of a list whose rows can be saved, or of those within something; beside another list it says which it saves. */
export const exporting = (list: ListOfExport, within?: Readonly<Record<string, string>>, label = 'Download') =>
  function ofRequest(request: TableRequest) {
    return <LaterExport list={list} request={request} within={within} label={label} />
  }
