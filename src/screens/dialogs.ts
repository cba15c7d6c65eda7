import type { FlowName, FlowRef } from '../../machines/flows'
import { type LazyPart, lazyPage } from '../wiring/lazyPage'

/** The dialog of every flow, each loaded when it first opens. */
export const dialogs: { [Name in FlowName]: LazyPart<{ flow: FlowRef<Name> }> } = {
  autoresponderCreate: lazyPage(() => import('./autoresponders/AutoresponderCreateDialog')),
  callStart: lazyPage(() => import('./calls/CallStartDialog')),
  campaignArchive: lazyPage(() => import('./campaigns/CampaignArchiveDialog')),
  campaignCreate: lazyPage(() => import('./campaigns/CampaignCreateDialog')),
  campaignEdit: lazyPage(() => import('./campaigns/CampaignEditDialog')),
  campaignMembers: lazyPage(() => import('./campaigns/CampaignMembersDialog')),
  campaignScript: lazyPage(() => import('./campaigns/CampaignScriptDialog')),
  customerEdit: lazyPage(() => import('./customers/CustomerEditDialog')),
  customerMerge: lazyPage(() => import('./customers/CustomerMergeDialog')),
  customerUnmerge: lazyPage(() => import('./customers/CustomerUnmergeDialog')),
  offerCreate: lazyPage(() => import('./offers/OfferCreateDialog')),
  offerEdit: lazyPage(() => import('./offers/OfferEditDialog')),
  orderAddressEdit: lazyPage(() => import('./orders/OrderAddressEditDialog')),
  orderCancel: lazyPage(() => import('./orders/OrderCancelDialog')),
  orderNote: lazyPage(() => import('./orders/OrderNoteDialog')),
  parcelPack: lazyPage(() => import('./fulfilments/ParcelPackDialog')),
  parcelStep: lazyPage(() => import('./fulfilments/ParcelStepDialog')),
  productEdit: lazyPage(() => import('./products/ProductEditDialog')),
  sheetImport: lazyPage(() => import('./imports/SheetImportDialog')),
  productStep: lazyPage(() => import('./products/ProductStepDialog')),
  productView: lazyPage(() => import('./products/ProductViewDialog')),
  profileEdit: lazyPage(() => import('./session/ProfileEditDialog')),
  recordDelete: lazyPage(() => import('./RecordDeleteDialog')),
  telephoneTokenCreate: lazyPage(() => import('./telephone/TelephoneTokenCreateDialog')),
  trackingAssign: lazyPage(() => import('./fulfilments/TrackingAssignDialog')),
  trackingScan: lazyPage(() => import('./fulfilments/TrackingScanDialog')),
  stockAdjust: lazyPage(() => import('./products/StockAdjustDialog')),
}
