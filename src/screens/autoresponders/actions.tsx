import Eye from 'lucide-react/icons/eye'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Send from 'lucide-react/icons/send'
import type { Campaign } from '../../../contract/campaigns'
import { editIcon } from '../../components/actions/icons'
import type { RecordAction, WriteAction } from '../../components/actions/recordAction'
import type { AutoresponderRow } from '../../data/resources/autoresponders'
import { mailStep } from '../mails/actions'
import { deletion } from '../records/actions'

/** What the person is to the campaign, on which it depends whether they change its mails. */
const aboutMailsOf = ({ isMine }: Campaign) => ({ relation: isMine ? ('campaign' as const) : undefined })

/** One more for a campaign (EM-07). */
export const addAutoresponder: WriteAction<Campaign> = {
  action: 'autoresponders.createEmail',
  label: 'Add New',
  about: aboutMailsOf,
  open: ({ id: campaignId }, { open }) =>
    open({ type: 'open.autoresponderCreate', recordId: campaignId, input: { campaignId } }),
}

/** What can be done with an auto-responder of this campaign (ML-02). */
export const autoresponderActionsIn = (campaign: Campaign): readonly RecordAction<AutoresponderRow>[] =>
  autoresponderActions.map((each) => (each.reads ? each : { ...each, about: () => aboutMailsOf(campaign) }))

const autoresponderActions: readonly RecordAction<AutoresponderRow>[] = [
  {
    reads: true,
    label: 'Preview',
    icon: <Eye aria-hidden="true" />,
    open: ({ id }, { open }) => open({ type: 'open.mailShow', recordId: id, input: { of: 'autoresponders', id } }),
  },
  {
    action: 'autoresponders.sendTest',
    label: 'Send test to me',
    icon: <Send aria-hidden="true" />,
    open: mailStep({ of: 'autoresponders', step: 'sendTest' }),
  },
  {
    action: 'autoresponders.update',
    label: 'Edit',
    key: 'e',
    icon: editIcon,
    open: (autoresponder, { open }) =>
      open({ type: 'open.autoresponderEdit', recordId: autoresponder.id, input: { autoresponder } }),
  },
  {
    action: 'autoresponders.resume',
    label: 'Resume',
    icon: <Play aria-hidden="true" />,
    isFor: ({ paused }) => Boolean(paused),
    open: mailStep({ of: 'autoresponders', step: 'resume' }),
  },
  {
    action: 'autoresponders.pause',
    label: 'Pause',
    icon: <Pause aria-hidden="true" />,
    isFor: ({ paused }) => !paused,
    open: mailStep({ of: 'autoresponders', step: 'pause' }),
  },
  {
    action: 'autoresponders.delete',
    ...deletion('autoresponders', ({ subject }) => subject || 'this auto-responder'),
  },
]
