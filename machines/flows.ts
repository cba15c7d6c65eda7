import type { ActorRefFrom, InputFrom } from 'xstate'
import type { PlainRecord } from './factories/recordEdit'
import type { FlowSurroundings } from './flowSurroundings'

/** The flow of a record of which nothing is to be said but its fields: what its panel shows is its whole description. */
export const panelFlow = async <Row extends { id: string }, Values extends object>(
  id: string,
  description: Promise<{ panel: PlainRecord<Row, Values> }>,
) => (await import('./factories/recordEdit')).recordEdit(id, (await description).panel)

/** Every flow that a person opens, by its name: its machine, whose code is loaded when it is first opened. */
export const flows = {
  archiveTake: async () => (await import('./archives/archiveTake.machine')).archiveTakeMachine,
  apiTokenCreate: async () => (await import('./apiTokens/apiTokenCreate.machine')).apiTokenCreateMachine,
  appAdd: async () => (await import('./session/appAdd.machine')).appAddMachine,
  appRemove: async () => (await import('./session/appRemove.machine')).appRemoveMachine,
  autoresponderCreate: async () =>
    (await import('./autoresponders/autoresponderCreate.machine')).autoresponderCreateMachine,
  autoresponderEdit: async () => (await import('./autoresponders/autoresponderEdit.machine')).autoresponderEditMachine,
  bulkChange: async () => (await import('./bulkJobs/bulkChange.machine')).bulkChangeMachine,
  bulkStep: async () => (await import('./bulkJobs/bulkStep.machine')).bulkStepMachine,
  inviteCreate: async () => (await import('./invites/inviteCreate.machine')).inviteCreateMachine,
  inviteLink: async () => (await import('./invites/inviteLink.machine')).inviteLinkMachine,
  mailShow: async () => (await import('./mails/mailShow.machine')).mailShowMachine,
  mailStep: async () => (await import('./mails/mailStep.machine')).mailStepMachine,
  orderMailEdit: async () => (await import('./mails/orderMailEdit.machine')).orderMailEditMachine,
  providerEdit: async () => (await import('./mails/providerEdit.machine')).providerEditMachine,
  callStart: async () => (await import('./calls/callStart.machine')).callStartMachine,
  campaignArchive: async () => (await import('./campaigns/campaignArchive.machine')).campaignArchiveMachine,
  campaignCreate: async () => (await import('./campaigns/campaignCreate.machine')).campaignCreateMachine,
  campaignEdit: async () => (await import('./campaigns/campaignEdit.machine')).campaignEditMachine,
  campaignMembers: async () => (await import('./campaigns/campaignMembers.machine')).campaignMembersMachine,
  campaignScript: async () => (await import('./campaigns/campaignScript.machine')).campaignScriptMachine,
  collaborationAccept: async () =>
    (await import('./collaborations/collaborationAccept.machine')).collaborationAcceptMachine,
  collaborationCreate: async () =>
    (await import('./collaborations/collaborationCreate.machine')).collaborationCreateMachine,
  collaborationDecline: async () =>
    (await import('./collaborations/collaborationDecline.machine')).collaborationDeclineMachine,
  collaborationSell: async () => (await import('./collaborations/collaborationSell.machine')).collaborationSellMachine,
  collaborationShare: async () =>
    (await import('./collaborations/collaborationShare.machine')).collaborationShareMachine,
  collaborationStep: async () => (await import('./collaborations/collaborationStep.machine')).collaborationStepMachine,
  customerEdit: async () => (await import('./customers/customerEdit.machine')).customerEditMachine,
  customerMerge: async () => (await import('./customers/customerMerge.machine')).customerMergeMachine,
  customerUnmerge: async () => (await import('./customers/customerUnmerge.machine')).customerUnmergeMachine,
  deviceSignOut: async () => (await import('./session/deviceSignOut.machine')).deviceSignOutMachine,
  gatewayEdit: async () => (await import('./gateways/gatewayEdit.machine')).gatewayEditMachine,
  gatewayReconcile: async () => (await import('./gateways/gatewayReconcile.machine')).gatewayReconcileMachine,
  gatewayRehearse: async () => (await import('./gateways/gatewayRehearse.machine')).gatewayRehearseMachine,
  gatewaySwitch: async () => (await import('./gateways/gatewaySwitch.machine')).gatewaySwitchMachine,
  gatewayView: async () => (await import('./gateways/gatewayView.machine')).gatewayViewMachine,
  goalsEdit: async () => (await import('./leaderboard/goalsEdit.machine')).goalsEditMachine,
  offerCreate: async () => (await import('./offers/offerCreate.machine')).offerCreateMachine,
  offerEdit: async () => (await import('./offers/offerEdit.machine')).offerEditMachine,
  memberChange: async () => (await import('./members/memberChange.machine')).memberChangeMachine,
  memberRole: async () => (await import('./members/memberRole.machine')).memberRoleMachine,
  orderAddressEdit: async () => (await import('./orders/orderAddressEdit.machine')).orderAddressEditMachine,
  orderCancel: async () => (await import('./orders/orderCancel.machine')).orderCancelMachine,
  orderRefund: async () => (await import('./orders/orderRefund.machine')).orderRefundMachine,
  orderNote: async () => (await import('./orders/orderNote.machine')).orderNoteMachine,
  keysView: async () => (await import('./palette/keysView.machine')).keysViewMachine,
  palette: async () => (await import('./palette/palette.machine')).paletteMachine,
  figureView: async () => (await import('./reports/figureView.machine')).figureViewMachine,
  fulfilmentPack: async () => (await import('./fulfilments/fulfilmentPack.machine')).fulfilmentPackMachine,
  fulfilmentStep: async () => (await import('./fulfilments/fulfilmentStep.machine')).fulfilmentStepMachine,
  passwordChange: async () => (await import('./session/passwordChange.machine')).passwordChangeMachine,
  organizationEdit: async () => (await import('./organizations/organizationEdit.machine')).organizationEditMachine,
  organizationCreate: async () =>
    (await import('./organizations/organizationCreate.machine')).organizationCreateMachine,
  permissionsEdit: async () => (await import('./organizations/permissionsEdit.machine')).permissionsEditMachine,
  productEdit: async () => (await import('./products/productEdit.machine')).productEditMachine,
  sheetImport: async () => (await import('./sheetImports/sheetImport.machine')).sheetImportMachine,
  productStep: async () => (await import('./products/productStep.machine')).productStepMachine,
  productView: async () => (await import('./products/productView.machine')).productViewMachine,
  profileEdit: async () => (await import('./session/profileEdit.machine')).profileEditMachine,
  reportMail: async () => (await import('./reports/reportMail.machine')).reportMailMachine,
  reportRename: async () => (await import('./reports/reportRename.machine')).reportRenameMachine,
  reportSave: async () => (await import('./reports/reportSave.machine')).reportSaveMachine,
  viewChange: async () => (await import('./savedViews/viewChange.machine')).viewChangeMachine,
  viewRename: async () => (await import('./savedViews/viewRename.machine')).viewRenameMachine,
  viewShare: async () => (await import('./savedViews/viewShare.machine')).viewShareMachine,
  viewSave: async () => (await import('./savedViews/viewSave.machine')).viewSaveMachine,
  passkeyAdd: async () => (await import('./session/passkeyAdd.machine')).passkeyAddMachine,
  passkeyRemove: async () => (await import('./session/passkeyRemove.machine')).passkeyRemoveMachine,
  passkeyRename: async () => (await import('./session/passkeyRename.machine')).passkeyRenameMachine,
  recoveryCodesRenew: async () => (await import('./session/recoveryCodesRenew.machine')).recoveryCodesRenewMachine,
  recordDelete: async () => (await import('./recordDelete.machine')).recordDeleteMachine,
  telephoneTokenCreate: async () =>
    (await import('./telephone/telephoneTokenCreate.machine')).telephoneTokenCreateMachine,
  trackingAssign: async () => (await import('./fulfilments/trackingAssign.machine')).trackingAssignMachine,
  trackingScan: async () => (await import('./fulfilments/trackingScan.machine')).trackingScanMachine,
  sellerEdit: async () => (await import('./sellers/sellerEdit.machine')).sellerEditMachine,
  soldOrderView: async () => (await import('./collaborations/soldOrderView.machine')).soldOrderViewMachine,
  stockAdjust: async () => (await import('./products/stockAdjust.machine')).stockAdjustMachine,
  webhookCreate: async () => (await import('./webhooks/webhookCreate.machine')).webhookCreateMachine,
  webhookDeliveryView: async () => (await import('./webhooks/webhookDeliveryView.machine')).webhookDeliveryViewMachine,
  webhookEdit: async () => (await import('./webhooks/webhookEdit.machine')).webhookEditMachine,
  webhookSecretRenew: async () => (await import('./webhooks/webhookSecretRenew.machine')).webhookSecretRenewMachine,
  webhookSend: async () => (await import('./webhooks/webhookSend.machine')).webhookSendMachine,
  webhookSwitch: async () => (await import('./webhooks/webhookSwitch.machine')).webhookSwitchMachine,
}
export type FlowName = keyof typeof flows

export type FlowMachine<Name extends FlowName> = Awaited<ReturnType<(typeof flows)[Name]>>
export type FlowRef<Name extends FlowName> = { [Each in Name]: ActorRefFrom<FlowMachine<Each>> }[Name]

/**
 * Opens a flow with its input, such as `{ type: 'open.offerEdit', recordId: offer.id, input: { offer } }`. The record is
 * the one that it is about: what was typed is kept for it, and it is told when others change it.
 */
export type OpenEvent = {
  [Name in FlowName]: {
    type: `open.${Name}`
    recordId: string | undefined
    input: Omit<InputFrom<FlowMachine<Name>>, keyof FlowSurroundings>
  }
}[FlowName]

/** The flows that show something and change nothing, so that they need no right. */
export const readingFlows = [
  'figureView',
  'gatewayView',
  'keysView',
  'mailShow',
  'palette',
  'productView',
  'soldOrderView',
  'webhookDeliveryView',
] as const satisfies readonly FlowName[]
export type ReadingEvent = Extract<OpenEvent, { type: `open.${(typeof readingFlows)[number]}` }>
