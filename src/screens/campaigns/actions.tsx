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

export const newCampaign: WriteAction<null> = {
  action: 'campaigns.create',
  label: 'New campaign',
  primary: true,
  open: (_, { open }) => open({ type: 'open.campaignCreate', recordId: undefined, input: { source: null } }),
}

/** What is begun in the list of campaigns (CP-01). */
export const campaignListActions: readonly WriteAction<null>[] = [newCampaign]

export const updateCampaign: WriteAction<Campaign> = {
  action: 'campaigns.update',
  label: 'Update Campaign',
  open: (campaign, { open }) => open({ type: 'open.campaignEdit', recordId: campaign.id, input: { campaign } }),
}

/** What to say to customers, a tab of Update Campaign. */
export const editScript: WriteAction<Campaign> = {
  action: 'campaigns.setScript',
  label: 'Script',
  open: (campaign, { open }) => open({ type: 'open.campaignScript', recordId: undefined, input: { of: { campaign } } }),
}

/** Who sells in it (CP-02). */
export const assignMembers: WriteAction<Campaign> = {
  action: 'campaigns.setMembers',
  label: 'Assign',
  open: (campaign, { open }) => open({ type: 'open.campaignMembers', recordId: campaign.id, input: { campaign } }),
}

const pasteOffers: WriteAction<Campaign> = {
  action: 'sheetImports.create',
  also: () => ({ action: 'offers.create' }),
  label: 'Paste offers',
  open: ({ id }, { open }) => open({ type: 'open.sheetImport', recordId: id, input: { campaignId: id } }),
}

export const addOffer: WriteAction<Pick<Campaign, 'id'>> = {
  action: 'offers.create',
  label: 'Add Offer',
  primary: true,
  open: ({ id }, { open }) => open({ type: 'open.offerCreate', recordId: id, input: { campaignId: id, source: null } }),
}

/** The same where there is none yet, beside the other. */
export const addFirstOffer = { ...addOffer, label: 'Add the first one' }

/** What can be done with a campaign on its page. */
export const campaignPageActions: readonly WriteAction<Campaign>[] = [{ ...updateCampaign, primary: true }]

/** The same beside its offers; a backend of the twenty calls imports nothing. */
export const coreCampaignOffersActions: readonly WriteAction<Campaign>[] = [addOffer, updateCampaign]
export const campaignOffersActions: readonly WriteAction<Campaign>[] = [pasteOffers, ...coreCampaignOffersActions]

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
