import { createRouter } from '@tanstack/react-router'
import { routeTree } from '../routeTree.gen'
import { NotFoundScreen } from '../screens/NotFoundScreen'
import { PageFailure } from '../screens/PageFailure'
import { PagePending } from '../screens/PagePending'
import type { RuntimeConfig } from './config'
import { createServices, type Services, type SessionRef } from './services'
import { createSession } from './session'
import { tap } from './tap'
import { createTheme } from './theme'
import { createTools } from './tools/tools'

export interface App extends Services {
  session: SessionRef
  theme: ReturnType<typeof createTheme>
  tools: ReturnType<typeof createTools>
}

const makeRouter = (app: App) =>
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
export type AppRouter = ReturnType<typeof makeRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

/** Everything that lives as long as the page, started. */
export function createApp(config: RuntimeConfig): { app: App; router: AppRouter } {
  const services = createServices(config, () => session)
  const session: SessionRef = createSession(services, () => leaveRecord(router))
  const app: App = { ...services, session, theme: createTheme(), tools: createTools() }
  const router = makeRouter(app)
  session.start()
  app.theme.start()
  app.tools.start()
  followSession(session, router)
  followScreens(session, router)
  router.subscribe('onResolved', ({ toLocation }) => tap.addVisit(toLocation.href))
  return { app, router }
}

/** Whenever somebody signs in or out, the routes decide again who may see what (RT-04, RT-05). */
function followSession(session: SessionRef, router: AppRouter) {
  const phase = () =>
    (['loadingUser', 'signedOut', 'signedIn'] as const).find((tag) => session.getSnapshot().hasTag(tag))
  let before = phase()
  session.subscribe(() => {
    const now = phase()
    if (now === before) return
    before = now
    // The payment page is its customer's: who is signed in changes nothing there.
    if (router.latestLocation.pathname.startsWith('/pay/')) return
    void router.invalidate()
  })
}

/** Dialogs that wait for input belong to their screen; leaving it cancels them. Writes under way go on. */
function followScreens(session: SessionRef, router: AppRouter) {
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) session.getSnapshot().children.workspace?.send({ type: 'screen.leave' })
  })
}

/** A record of one organization is left when another one is chosen (SE-11). */
function leaveRecord(router: AppRouter) {
  const isCampaign = router.state.location.pathname.startsWith('/campaigns')
  void router.navigate({ to: isCampaign ? '/campaigns' : '/dashboard', replace: true })
}
