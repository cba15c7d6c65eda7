import './styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fetchCodeWhenIdle, followPreferences, writeAsStored } from './app/codeAhead'
import { SessionExpired } from './screens/session/SessionExpired'
import { loadDialog } from './screens/layout/Dialogs'
import { ToastsRegion } from './screens/layout/ToastsRegion'
import { Tools } from './screens/tools/Tools'
import { createAppRouter, followScreens, followSession, leaveRecord } from './router'
import { createApp, startApp } from './app/app'
import { refreshOnReturn } from './data/cache'
import { loadConfig } from './app/config'
import { AppContext } from './app/context'
import { firstPage } from './app/firstPage'
import { pressForPalette } from './app/paletteKey'
import { followFocus } from './browser/dialogOpener'
import { followDoubleClicks } from './browser/doubleClick'
import type * as Shortcuts from './app/shortcuts'
import { isKeptAhead } from './app/typedAhead'
import { guardUnsaved } from './app/unsaved'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const [config] = await Promise.all([loadConfig(), writeAsStored()])
const app = createApp(config, {
  leaveRecord: () => leaveRecord(router),
  openPage: (href) => router.history.push(href),
  loadDialog,
})
const router = createAppRouter(app)
startApp(app)
followSession(app, router)
followScreens(app, router)
guardUnsaved(app, router)
followFocus()
followDoubleClicks()
refreshOnReturn(app.api.queryClient)
fetchCodeWhenIdle(app, router)
followPreferences(app)

// What keys do comes with the first of them; only what stops the browser's own use of them is here at once.
let shortcuts: Promise<typeof Shortcuts> | undefined
window.addEventListener('keydown', (event) => {
  if (isKeptAhead(event) || pressForPalette(event, app)) return
  shortcuts ??= import('./app/shortcuts')
  shortcuts.then(({ press }) => press(event, app, router)).catch(() => (shortcuts = undefined))
})

// For support and tests: `await offerdesk.recording()` gives what just happened, without secrets.
Object.assign(window, {
  offerdesk: {
    recording: async (wanted?: { keepsText?: boolean; isBare?: boolean }) =>
      (await import('./screens/tools/recorder')).recentRecording({ ...wanted, demo: config.demo }),
  },
})

// What the page can not be drawn without says so where it is drawn.
await firstPage(app, router).catch(() => undefined)
createRoot(root).render(
  <StrictMode>
    <AppContext value={app}>
      <RouterProvider router={router} />
      <SessionExpired />
      <ToastsRegion toasts={app.toasts} />
      <Tools />
    </AppContext>
  </StrictMode>,
)
