import { listNames } from '../../contract/lists/names'
import { flows } from '../../machines/flows'
import { MenuPopup } from '../components/base/DropdownMenu'
import { stored } from '../browser/storage'
import { Combobox } from '../components/form/LaterCombobox'
import { PlotTable, RankedPlot } from '../components/plot/lazyPlots'
import { ColumnsDialog } from '../components/table/TableToolbar'
import { ViewsMenu } from '../components/table/Views'
import type { AppRouter } from '../router'
import { lazyTabs as campaignTabs } from '../screens/campaigns/campaignTabs'
import { Talking } from '../screens/calls/lazyTalking'
import { WrapUp } from '../screens/calls/lazyWrapUp'
import { lazyTabs as collaborationTabs } from '../screens/collaborations/collaborationTabs'
import { dialogs } from '../screens/dialogs'
import { TrackingFlow } from '../screens/fulfilments/lazyTracking'
import { Wall } from '../screens/leaderboard/lazyWall'
import { AccountPopup } from '../screens/layout/AccountMenu'
import { OngoingCallBar } from '../screens/layout/Calls'
import { loadDialog } from '../screens/layout/Dialogs'
import { ExportButton } from '../screens/listExports/exporting'
import { CustomersAlike, NoCampaign, OrderPlaced, RecordNews } from '../screens/orders/lazyNewOrder'
import { CopyByHand, GatewayChoice, OrderThen } from '../screens/orders/lazyParts'
import { NarrowingChips, NarrowingMenu } from '../screens/reports/lazyParts'
import { SignInAgainDialog } from '../screens/session/SessionExpired'
import type { App } from './app'

/** Everything that a signed-in person can open: what a call needs first, then menus, tabs and dialogs, then the other pages. */
export const allCode = (app: App, router: AppRouter): (() => unknown)[] => [
  OngoingCallBar.preload,
  Talking.preload,
  () => router.loadRouteChunk(router.routesById['/_signedIn/orders/new']),
  Combobox.preload,
  CustomersAlike.preload,
  OrderPlaced.preload,
  RecordNews.preload,
  NoCampaign.preload,
  WrapUp.preload,
  MenuPopup.preload,
  ViewsMenu.preload,
  ColumnsDialog.preload,
  ExportButton.preload,
  AccountPopup.preload,
  () => import('../../contract'),
  // What a browser has kept of lists until now is told the server once.
  ...(listNames.some((list) => stored.hiddenColumns(list).length > 0)
    ? [async () => (await import('./preferences')).preferencesOf(app)]
    : []),
  () => import('../browser/savePicture'),
  Wall.preload,
  TrackingFlow.preload,
  RankedPlot.preload,
  PlotTable.preload,
  OrderThen.preload,
  GatewayChoice.preload,
  CopyByHand.preload,
  NarrowingMenu.preload,
  NarrowingChips.preload,
  ...[campaignTabs, collaborationTabs].flatMap((tabs) => Object.values(tabs).map(({ preload }) => preload)),
  () => import('./flowEffects'),
  // What every dialog stands in comes with any of them.
  () => loadDialog('recordDelete'),
  ...Object.values(dialogs).map(({ preload }) => preload),
  ...Object.values(flows),
  ...Object.values(router.routesById)
    .filter(({ id }) => id.startsWith('/_signedIn/'))
    .map((route) => () => router.loadRouteChunk(route)),
  SignInAgainDialog.preload,
]
