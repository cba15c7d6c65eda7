import Ban from 'lucide-react/icons/ban'
import CreditCard from 'lucide-react/icons/credit-card'
import Eye from 'lucide-react/icons/eye'
import Mail from 'lucide-react/icons/mail'
import Pause from 'lucide-react/icons/pause'
import Plus from 'lucide-react/icons/plus'
import Play from 'lucide-react/icons/play'
import type { CollaborationRecord, Invitation, SoldOrder } from '../../../contract/extensions/collaborations'
import type { BegunOrder, BegunSale } from '../../../contract/forms/partnerSales'
import type { Collaboration } from '../../../contract/lists/collaborations'
import { collaborationLife } from '../../../machines/lives/collaborationLife'
import { whyNot } from '../../../machines/lives/life'
import type { CollaborationStep } from '../../../machines/collaborations/collaborationStep.machine'
import type { ReceivedCampaign } from '../../../contract/lists/receivedCampaigns'
import type { FlowAtAddress } from '../../app/useFlowAtAddress'
import { editIcon } from '../../components/actions/icons'
import {
  leadingTo,
  type LinkAction,
  type ReadAction,
  type RecordAction,
  type WriteAction,
} from '../../components/actions/recordAction'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The new order that a sale was begun as: of people an address says nothing. */
    begun?: BegunOrder
  }
}

/** What is begun in the list of collaborations (CO-01). */
export const collaborationListActions: readonly WriteAction<null>[] = [
  {
    action: 'collaborations.create',
    label: 'Invite partner',
    primary: true,
    open: (_, { open }) => open({ type: 'open.collaborationCreate', recordId: undefined, input: {} }),
  },
]

const isGiven = ({ side }: Collaboration) => side === 'given'
const isInvited = ({ state }: Collaboration) => state === 'invited'
const isOver = ({ state }: Collaboration) => state === 'ended' || state === 'declined'

const taking = (step: CollaborationStep): Pick<WriteAction<Collaboration>, 'action' | 'whyNot' | 'open'> => ({
  action: `collaborations.${step}`,
  whyNot: ({ state }) => (state ? whyNot(collaborationLife, state, { type: step }) : undefined),
  open: (collaboration, { open }) =>
    open({ type: 'open.collaborationStep', recordId: collaboration.id, input: { collaboration, step } }),
})

/** What can be done with a collaboration: whoever shares pauses it, and either side ends it. */
export const collaborationActions: readonly RecordAction<Collaboration>[] = [
  {
    reads: true,
    label: 'View as partner',
    icon: <Eye aria-hidden="true" />,
    isFor: (collaboration) => isGiven(collaboration) && Boolean(collaboration.partner),
    open: ({ id: collaborationId }, { navigate }) =>
      void navigate({
        to: '/admin/collaborations/$collaborationId',
        params: { collaborationId },
        search: { as: 'partner' },
      }),
  },
  {
    ...taking('renew'),
    label: 'Send again',
    icon: <Mail aria-hidden="true" />,
    isFor: (collaboration) => isGiven(collaboration) && isInvited(collaboration),
  },
  {
    ...taking('pause'),
    label: 'Pause',
    icon: <Pause aria-hidden="true" />,
    isFor: (collaboration) => isGiven(collaboration) && collaboration.state === 'active',
  },
  {
    ...taking('resume'),
    label: 'Resume',
    icon: <Play aria-hidden="true" />,
    isFor: (collaboration) => isGiven(collaboration) && collaboration.state === 'paused',
  },
  {
    ...taking('end'),
    label: (collaboration) => (isInvited(collaboration) ? 'Withdraw' : 'End'),
    icon: <Ban aria-hidden="true" />,
    danger: true,
    isFor: (collaboration) => !isOver(collaboration),
  },
]

const whyNotSelling = ({ campaigns }: CollaborationRecord): string | undefined =>
  (campaigns ?? []).some(({ right, isOnSale }) => right === 'sell' && isOnSale !== false)
    ? undefined
    : 'Every campaign that you may sell in has ended.'

/** Selling in what a partner shares; whoever shares sells by a new order. */
export const sellAction: WriteAction<CollaborationRecord> = {
  action: 'collaborations.sell',
  label: 'Sell',
  icon: <Plus aria-hidden="true" />,
  primary: true,
  isFor: ({ side, campaigns }) => side === 'received' && (campaigns ?? []).some(({ right }) => right === 'sell'),
  whyNot: whyNotSelling,
  open: (collaboration, { open }) =>
    open({ type: 'open.collaborationSell', recordId: collaboration.id, input: { collaboration } }),
}

/** What an address stands for that asks to sell; undefined where nothing is sold. */
export function salePanel(collaboration: CollaborationRecord, begun: BegunSale): FlowAtAddress | undefined {
  if (sellAction.isFor?.(collaboration) === false || whyNotSelling(collaboration) !== undefined) return undefined
  const { id: recordId } = collaboration
  return {
    action: 'collaborations.sell',
    event: { type: 'open.collaborationSell', recordId, input: { collaboration, begun } },
  }
}

/** What is done with an order that was sold by a collaboration, by the partner. */
export const soldOrderActions = (collaborationId: string): readonly ReadAction<SoldOrder>[] => [
  {
    reads: true,
    label: 'Payment link',
    icon: <CreditCard aria-hidden="true" />,
    open: (order, { open }) =>
      open({ type: 'open.soldOrderView', recordId: order.id, input: { collaborationId, order } }),
  },
]

/** Selling in what a partner shares, from wherever it is come upon. */
const sellReceived: LinkAction<ReceivedCampaign> = {
  action: 'collaborations.sell',
  label: 'Sell',
  icon: <Plus aria-hidden="true" />,
  whyNot: ({ whyNotSold }) => whyNotSold ?? undefined,
  ...leadingTo(({ collaborationId, id }) => ({
    to: '/admin/collaborations/$collaborationId',
    params: { collaborationId },
    search: { sell: id },
  })),
}

export const receivedActions = [sellReceived]

/** Which campaigns are shared is settled beside them. */
export const shareCampaigns: WriteAction<CollaborationRecord> = {
  action: 'collaborations.share',
  label: 'Change',
  icon: editIcon,
  isFor: (collaboration) => isGiven(collaboration) && !isOver(collaboration),
  open: (collaboration, { open }) =>
    open({ type: 'open.collaborationShare', recordId: collaboration.id, input: { collaboration } }),
}

/** What somebody is invited to, with the secret of their link. */
export interface OpenedInvitation {
  invitation: Invitation
  token: string
}

export const acceptInvitation: WriteAction<OpenedInvitation> = {
  action: 'collaborations.accept',
  label: 'Accept',
  primary: true,
  open: (input, { open }) => open({ type: 'open.collaborationAccept', recordId: input.invitation.id, input }),
}

export const declineInvitation: WriteAction<OpenedInvitation> = {
  action: 'collaborations.decline',
  label: 'Decline',
  open: (input, { open }) => open({ type: 'open.collaborationDecline', recordId: input.invitation.id, input }),
}
