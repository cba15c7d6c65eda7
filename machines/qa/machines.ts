import type { AnyStateMachine } from 'xstate'
import { flows } from '../flows'
import { listCsvMachine } from '../table/listCsv.machine'
import { ongoingCallMachine } from '../calls/ongoingCall.machine'
import { customersAlikeMachine } from '../customers/customersAlike.machine'
import { draftKeepingMachine } from '../orders/draftKeeping.machine'
import { orderHistoryMachine } from '../orders/orderHistory.machine'
import { paymentLinkMachine } from '../orders/paymentLink.machine'
import { orderOptionsMachine } from '../orders/orderOptions.machine'
import { orderNewMachine } from '../orders/orderNew.machine'
import { invitationMachine } from '../invites/invitation.machine'
import { connectionMachine } from '../page/connection.machine'
import { lazyPageMachine } from '../page/lazyPage.machine'
import { preferencesMachine } from '../page/preferences.machine'
import { themeMachine } from '../page/theme.machine'
import { toastMachine } from '../toasts/toast.machine'
import { toastsMachine } from '../toasts/toasts.machine'
import { payCodeMachine } from '../payments/payCode.machine'
import { paymentMachine } from '../payments/payment.machine'
import { paymentPollingMachine } from '../payments/paymentPolling.machine'
import { rereadMachine } from '../reread.machine'
import { attemptLife } from '../lives/attemptLife'
import { callLife } from '../lives/callLife'
import { campaignLife } from '../lives/campaignLife'
import { collaborationLife } from '../lives/collaborationLife'
import { fulfilmentLife } from '../lives/fulfilmentLife'
import { orderLife } from '../lives/orderLife'
import { autoresponderLife } from '../lives/autoresponderLife'
import { inviteLife } from '../lives/inviteLife'
import { mailLife } from '../lives/mailLife'
import { productLife } from '../lives/productLife'
import { refundLife } from '../lives/refundLife'
import { authMachine } from '../session/auth.machine'
import { changeFeedMachine } from '../session/changeFeed.machine'
import { sessionMachine } from '../session/session.machine'
import { workspaceMachine } from '../session/workspace.machine'
import { createDataTable } from '../table/dataTable.machine'
import { createListQuery } from '../table/listQuery.machine'
import { createRecordQuery } from '../record/recordQuery.machine'
import { reportQueryMachine } from '../reports/reportQuery.machine'
import { inspectionMachine } from './tools/inspection.machine'
import { inspectorMachine } from './tools/inspector.machine'
import { recorderMachine } from './tools/recorder.machine'
import { toolsMachine } from './tools/tools.machine'

const loaded = Object.entries(flows).map(async ([name, load]): Promise<[string, AnyStateMachine]> => [
  name,
  await load(),
])
const flowMachines = Object.fromEntries(await Promise.all(loaded))

/** The workspace with its flows, which the app gives it when they are first opened. */
export const workspaceWithFlows: AnyStateMachine = workspaceMachine.provide({ actors: flowMachines })

/** Every machine, by its name, which is also its id. */
export const machines: Readonly<Record<string, AnyStateMachine>> = {
  ...flowMachines,
  listCsv: listCsvMachine,
  auth: authMachine,
  attemptLife,
  callLife,
  campaignLife,
  changeFeed: changeFeedMachine,
  collaborationLife,
  connection: connectionMachine,
  customersAlike: customersAlikeMachine,
  dataTable: createDataTable(),
  draftKeeping: draftKeepingMachine,
  fulfilmentLife,
  invitation: invitationMachine,
  inviteLife,
  inspection: inspectionMachine,
  inspector: inspectorMachine,
  lazyPage: lazyPageMachine,
  listQuery: createListQuery(),
  ongoingCall: ongoingCallMachine,
  orderHistory: orderHistoryMachine,
  orderLife,
  orderNew: orderNewMachine,
  orderOptions: orderOptionsMachine,
  autoresponderLife,
  mailLife,
  productLife,
  refundLife,
  payCode: payCodeMachine,
  payment: paymentMachine,
  paymentLink: paymentLinkMachine,
  paymentPolling: paymentPollingMachine,
  preferences: preferencesMachine,
  recorder: recorderMachine,
  recordQuery: createRecordQuery(),
  reportQuery: reportQueryMachine,
  reread: rereadMachine,
  session: sessionMachine,
  theme: themeMachine,
  toast: toastMachine,
  toasts: toastsMachine,
  tools: toolsMachine,
  workspace: workspaceWithFlows,
}
