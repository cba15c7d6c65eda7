import type { AppRouter } from '../router'
import type { App } from './app'
import { savesData, whenIdle } from '../browser/idle'

/**
 * Fetches the code of what can be opened next once somebody is signed in and the page has nothing else to do, so that it
 * is there when the network is not (GE-10). What does not come is asked for again when it is needed, and so is everything
 * for whoever saves data.
 */
export function fetchCodeWhenIdle(app: App, router: AppRouter): void {
  if (savesData()) return
  const { connection, session } = app
  const fetchAll = async () => {
    await whenIdle()
    await connection.whenOnline()
    const { allCode } = await import('./allCode')
    for (const fetchCode of allCode(app, router)) {
      // One after another, so that nothing that a person waits for stands behind it.
      await whenIdle()
      await connection.whenOnline()
      await Promise.resolve(fetchCode()).catch(() => undefined)
    }
  }
  const subscription = session.subscribe((state) => {
    if (!state.hasTag('signedIn')) return
    subscription.unsubscribe()
    fetchAll().catch(() => undefined)
  })
}

/** The keys of the storage under which tabs keep what was chosen. */
const storedChoices: ReadonlySet<string | null> = new Set(['theme', 'density', 'language', 'clock', 'lists'])

/**
 * Follows how the app is to look and write, from when the server tells of it, or the person or another tab has chosen
 * something: most people never do.
 */
export function followPreferences(app: App): void {
  const told = () => app.session.getSnapshot().context.user?.preferences
  let outdated: object | undefined
  const follow = () => {
    import('./preferences').then(({ preferencesOf }) => preferencesOf(app, outdated)).catch(() => undefined)
  }
  app.session.subscribe(() => {
    if (told()) follow()
  })
  app.theme.subscribe(follow)
  window.addEventListener('storage', ({ key }) => {
    if (!storedChoices.has(key)) return
    // Chosen in another tab after the server has told this one.
    outdated = told() ?? undefined
    follow()
  })
}

/** Lets numbers and dates be written as the person chose before the first of them is; most need nothing for that. */
export async function writeAsStored(): Promise<void> {
  // As src/theme/chosenTheme.js says.
  if (!document.documentElement.dataset['writes']) return
  await import('./preferences').then(({ writeAsChosen }) => writeAsChosen()).catch(() => undefined)
}
