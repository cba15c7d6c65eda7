import { flows } from '../machines/flows'
import { MenuPopup } from './components/base/DropdownMenu'
import type { AppRouter } from './router'
import { lazyTabs } from './screens/campaigns/campaignTabs'
import { dialogs } from './screens/dialogs'
import { SignInAgainDialog } from './screens/session/SessionExpired'
import type { App } from './wiring/app'
import { whenIdle } from './wiring/idle'

/** Everything that a signed-in person can open: menus first, then tabs and dialogs, then the other pages. */
const codeOf = (router: AppRouter): (() => unknown)[] => [
  ...[MenuPopup, ...Object.values(lazyTabs), ...Object.values(dialogs)].map(({ preload }) => preload),
  ...Object.values(flows),
  ...Object.values(router.routesById)
    .filter(({ id }) => id.startsWith('/_signedIn/'))
    .map((route) => () => router.loadRouteChunk(route)),
  SignInAgainDialog.preload,
]

/**
 * Fetches the code of what can be opened next once somebody is signed in and the page has nothing else to do, so that it
 * is there when the network is not (GE-10). What does not come is asked for again when it is needed.
 */
export function fetchCodeWhenIdle({ connection, session }: App, router: AppRouter): void {
  const fetchAll = async () => {
    for (const fetchCode of codeOf(router)) {
      // One after another, so that nothing that a person waits for stands behind it.
      await whenIdle()
      await connection.whenOnline()
      await Promise.resolve(fetchCode()).catch(() => undefined)
    }
  }
  const subscription = session.subscribe((state) => {
    if (!state.hasTag('signedIn')) return
    subscription.unsubscribe()
    void fetchAll()
  })
}
