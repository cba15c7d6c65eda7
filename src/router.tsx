import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen'
import { NotFoundScreen } from './screens/layout/NotFoundScreen'
import { PageFailure } from './screens/layout/PageFailure'
import { PagePending } from './screens/layout/PagePending'
import type { App } from './app/app'
import { tap } from './app/tap'

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

/** The pages of the app by their addresses. */
export const createAppRouter = (app: App) =>
  createRouter({
    routeTree,
    context: { app },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: true,
  })

/** Whenever somebody signs in or out, the routes decide again who may see what (RT-04, RT-05). */
export function followSession({ session }: App, router: AppRouter) {
  const phase = () =>
    (['loadingUser', 'signedOut', 'signedIn'] as const).find((tag) => session.getSnapshot().hasTag(tag))
  let before = phase()
  session.subscribe(() => {
    const now = phase()
    if (now === before) return
    before = now
    void router.invalidate()
  })
}

/** Dialogs that wait for input belong to their screen; leaving it cancels them. Writes under way go on. */
export function followScreens({ session, listAddresses }: App, router: AppRouter) {
  listAddresses.follow(router)
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    // The first page may be shown before the router says so; asking its routes once more then leaves nothing.
    if (fromLocation && pathChanged) session.getSnapshot().children.workspace?.send({ type: 'screen.leave' })
  })
  router.subscribe('onResolved', ({ toLocation }) => tap.addVisit(toLocation.href))
}

/** A record of one organization is left when another one is chosen, for the list that it is in; of a list its tab stays (SE-11). */
export function leaveRecord(router: AppRouter) {
  const { pathname } = router.state.location
  const [, list = ''] = pathname.split('/')
  // Its own key is without the stroke at its end.
  const hasList = `/${list}` in router.routesByPath
  const to = hasList && list !== '' ? `/${list}` : '/dashboard'
  const search = ({ tab }: { tab?: string | undefined }) => (pathname === to && tab !== undefined ? { tab } : {})
  void router.navigate({ to, search, replace: true })
}
