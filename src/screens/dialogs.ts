import { type ComponentType, lazy } from 'react'
import type { FlowName, FlowRef } from '../../machines/flows'

/** The dialog of every flow, each loaded when it first opens. */
export const dialogs: { [Name in FlowName]: ComponentType<{ flow: FlowRef<Name> }> } = {
  autoresponderCreate: lazy(() => import('./autoresponders/AutoresponderCreateDialog')),
  campaignEdit: lazy(() => import('./campaigns/CampaignEditDialog')),
  customerEdit: lazy(() => import('./customers/CustomerEditDialog')),
  offerCreate: lazy(() => import('./offers/OfferCreateDialog')),
  offerEdit: lazy(() => import('./offers/OfferEditDialog')),
  profileEdit: lazy(() => import('./session/ProfileEditDialog')),
  recordDelete: lazy(() => import('./RecordDeleteDialog')),
}
