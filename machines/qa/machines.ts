import type { AnyStateMachine } from 'xstate'
import { authMachine } from '../auth.machine'
import { autoresponderAddMachine } from '../autoresponderAdd.machine'
import { campaignMachine } from '../campaign.machine'
import { campaignUpdateMachine } from '../campaignUpdate.machine'
import { dataTableMachine } from '../dataTable.machine'
import { inspectionMachine } from './tools/inspection.machine'
import { inspectorMachine } from './tools/inspector.machine'
import { lazyPageMachine } from '../lazyPage.machine'
import { listQueryMachine } from '../listQuery.machine'
import { offerCreateMachine } from '../offerCreate.machine'
import { offerDeleteMachine } from '../offerDelete.machine'
import { offerEditMachine } from '../offerEdit.machine'
import { paymentMachine } from '../payment.machine'
import { profileUpdateMachine } from '../profileUpdate.machine'
import { rereadMachine } from '../reread.machine'
import { recorderMachine } from './tools/recorder.machine'
import { sessionMachine } from '../session.machine'
import { themeMachine } from '../theme.machine'
import { toastMachine } from '../toast.machine'
import { toastsMachine } from '../toasts.machine'
import { toolsMachine } from './tools/tools.machine'
import { workspaceMachine } from '../workspace.machine'

/** Every machine, by its name, which is also its id. */
export const machines: Readonly<Record<string, AnyStateMachine>> = {
  auth: authMachine,
  autoresponderAdd: autoresponderAddMachine,
  campaign: campaignMachine,
  campaignUpdate: campaignUpdateMachine,
  dataTable: dataTableMachine,
  inspection: inspectionMachine,
  inspector: inspectorMachine,
  lazyPage: lazyPageMachine,
  listQuery: listQueryMachine,
  offerCreate: offerCreateMachine,
  offerDelete: offerDeleteMachine,
  offerEdit: offerEditMachine,
  payment: paymentMachine,
  profileUpdate: profileUpdateMachine,
  recorder: recorderMachine,
  reread: rereadMachine,
  session: sessionMachine,
  theme: themeMachine,
  toast: toastMachine,
  toasts: toastsMachine,
  tools: toolsMachine,
  workspace: workspaceMachine,
}
