import type { Offer } from '../../../contract/offers'
import type { OfferPlace } from '../../../machines/offers/offerEdit.machine'
import { duplicateIcon, editIcon } from '../../components/actions/icons'
import type { RecordAction, WriteAction } from '../../components/actions/recordAction'
import { deletion } from '../records/actions'
import { withMany } from '../bulkJobs/manyActions'

const edit: WriteAction<Offer> = {
  action: 'offers.update',
  label: 'Edit',
  key: 'e',
  icon: editIcon,
  open: (offer, { open }) => open({ type: 'open.offerEdit', recordId: offer.id, input: { offer, place: null } }),
}

/** A price or a quantity where it stands in the list (CP-03). */
export const changeInPlace: WriteAction<{ offer: Offer; place: OfferPlace }> = {
  action: 'offers.update',
  label: 'Edit',
  key: 'e',
  open: ({ offer, place }, { open }) => open({ type: 'open.offerEdit', recordId: offer.id, input: { offer, place } }),
}

const remove: WriteAction<Offer> = {
  action: 'offers.delete',
  ...deletion('offers', ({ displayName }) => displayName),
}

/** What can be done with an offer where a backend has no more than the specification names (OT-01). */
export const coreOfferActions: readonly RecordAction<Offer>[] = [edit, remove]

/** The same where a backend has all calls; a copy is made in the campaign that is shown. */
export const offerActionsIn = (campaignId: string): readonly RecordAction<Offer>[] => [
  edit,
  {
    action: 'offers.create',
    label: 'Duplicate',
    icon: duplicateIcon,
    open: (source, { open }) => open({ type: 'open.offerCreate', recordId: campaignId, input: { campaignId, source } }),
  },
  remove,
]

/** What is done with many of them at once (WF-03). */
export const offerJobs = [
  withMany('offers.price', 'offers.update', 'Change prices'),
  withMany('offers.limits', 'offers.update', 'Set limits'),
  withMany('offers.delete', 'offers.delete', 'Delete'),
]
