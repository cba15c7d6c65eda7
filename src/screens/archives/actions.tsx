import Upload from 'lucide-react/icons/upload'
import type { OrganizationSettings } from '../../../contract/extensions/organizations'
import type { WriteAction } from '../../components/actions/recordAction'

/** Takes over an archive into an organization, which is empty (WF-04). */
export const takeArchive: WriteAction<OrganizationSettings> = {
  action: 'archives.take',
  label: 'Take over an archive',
  icon: <Upload aria-hidden="true" />,
  open: (settings, { open }) => open({ type: 'open.archiveTake', recordId: settings.id, input: {} }),
}
