import type { AnyStateMachine } from 'xstate'
import { authMachine } from '../auth.machine'
import { autoresponderAddMachine } from '../autoresponderAdd.machine'
import { campaignMachine } from '../campaign.machine'
import { campaignUpdateMachine } from '../campaignUpdate.machine'
import { dataTableMachine } from '../dataTable.machine'
import { lazyPageMachine } from '../lazyPage.machine'
import { listQueryMachine } from '../listQuery.machine'
import { offerCreateMachine } from '../offerCreate.machine'
import { offerDeleteMachine } from '../offerDelete.machine'
import { offerEditMachine } from '../offerEdit.machine'
import { offersRereadMachine } from '../offersReread.machine'
import { paymentMachine } from '../payment.machine'
import { profileUpdateMachine } from '../profileUpdate.machine'
import { sessionMachine } from '../session.machine'
import { themeMachine } from '../theme.machine'
import { toastMachine } from '../toast.machine'
import { toastsMachine } from '../toasts.machine'
import { workspaceMachine } from '../workspace.machine'

/** Every machine, by the name of its file. */
export const machines = {
  auth: authMachine,
  autoresponderAdd: autoresponderAddMachine,
  campaign: campaignMachine,
  campaignUpdate: campaignUpdateMachine,
  dataTable: dataTableMachine,
  lazyPage: lazyPageMachine,
  listQuery: listQueryMachine,
  offerCreate: offerCreateMachine,
  offerDelete: offerDeleteMachine,
  offerEdit: offerEditMachine,
  offersReread: offersRereadMachine,
  payment: paymentMachine,
  profileUpdate: profileUpdateMachine,
  session: sessionMachine,
  theme: themeMachine,
  toast: toastMachine,
  toasts: toastsMachine,
  workspace: workspaceMachine,
} satisfies Record<string, AnyStateMachine>
