import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import type { Campaign } from '../../../contract/campaigns'
import { campaignStateOf } from '../../../machines/lives/campaignLife'
import { duplicateIcon } from '../../components/actions/icons'
import type { RecordAction, WriteAction } from '../../components/actions/recordAction'

const isArchived = (campaign: Campaign) => campaignStateOf(campaign) === 'archived'

const archiving: Pick<WriteAction<Campaign>, 'open'> = {
  open: (campaign, { open }) => open({ type: 'open.campaignArchive', recordId: campaign.id, input: { campaign } }),
}

/** What can be done with a campaign in its list. */
export const campaignActions: readonly RecordAction<Campaign>[] = [
  {
    action: 'campaigns.create',
    label: 'Duplicate',
    icon: duplicateIcon,
    open: (source, { open }) => open({ type: 'open.campaignCreate', recordId: source.id, input: { source } }),
  },
  {
    ...archiving,
    action: 'campaigns.archive',
    label: 'Archive',
    icon: <Archive aria-hidden="true" />,
    isFor: (campaign) => !isArchived(campaign),
  },
  {
    ...archiving,
    action: 'campaigns.restore',
    label: 'Restore',
    icon: <ArchiveRestore aria-hidden="true" />,
    isFor: isArchived,
  },
]
