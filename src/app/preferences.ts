import { type ActorRefFrom, createActor, enqueueActions, fromCallback, fromPromise } from 'xstate'
import { errorMessage } from '../../contract/client/errors'
import { listNames } from '../../contract/lists/names'
import { type PreferenceName, preferenceChoices, type Preferences } from '../../contract/preferences'
import type { ListLayout } from '../../contract/rules/listLayout'
import { type Chosen, preferencesMachine } from '../../machines/page/preferences.machine'
import type { SharedAction } from '../../machines/pendingChanges'
import { read, stored, write } from '../browser/storage'
import type { App } from './app'
import { type Layouts, showLayouts } from './listLayouts'
import { writeNumbersAs } from './notation'
import { tap } from './tap'
import { toastAction } from './toasts'

export type PreferencesRef = ActorRefFrom<typeof preferencesMachine>

// The keys of a record are its own.
const names = Object.keys(preferenceChoices) as PreferenceName[]

/** What is chosen, of what some text says; what is none of it is as if it had never been chosen. */
const choiceOf = <Name extends PreferenceName>(name: Name, text: string | null): Preferences[Name] =>
  // Each list has the choices of its own name.
  (preferenceChoices[name].find((choice) => choice === text) ?? preferenceChoices[name][0]) as Preferences[Name]

/** What this browser shows. */
const storedPreferences = () =>
  Object.fromEntries(names.map((name) => [name, choiceOf(name, read('localStorage', name))])) as unknown as Preferences

const storedChoices = (): Chosen => ({ ...storedPreferences(), ...named(stored.layouts() as Layouts) })

/** The columns that this browser alone has hidden, until the server has taken how their list is arranged. */
function keptByBrowser(told: object): Partial<Chosen> | undefined {
  const layouts = stored.layouts() as Layouts
  const kept = listNames.flatMap((list) => {
    const hidden = stored.hiddenColumns(list)
    // On another device it has been arranged since.
    if (list in told) stored.forgetHiddenColumns(list)
    return hidden.length > 0 && !(list in told)
      ? [[`lists.${list}` as const, layouts[list] ?? { hidden }] as const]
      : []
  })
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

/** Writes numbers and dates as this browser shows them. */
export const writeAsChosen = () => writeNumbersAs(storedPreferences(), false)

/** How lists are arranged, each by a name of its own, as it is chosen by itself. */
const named = (layouts: Layouts) =>
  Object.fromEntries(Object.entries(layouts).map(([list, layout]) => [`lists.${list}` as const, layout]))
const layoutsIn = (fields: Partial<Chosen>): Layouts =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, chosen]) => {
      if (!name.startsWith('lists.')) return []
      // What begins so is a layout.
      const layout = chosen as ListLayout | undefined
      return [[name.slice('lists.'.length), layout && Object.keys(layout).length > 0 ? layout : undefined]]
    }),
  )
/** Lists of which nothing is arranged: a recording keeps that, where it loses what is undefined. */
const unarranged = (layouts: object): Layouts => Object.fromEntries(Object.keys(layouts).map((list) => [list, {}]))

function show({ density, language, clock, ...others }: Chosen) {
  showLayouts(layoutsIn(others))
  if (density === 'compact') document.documentElement.dataset['density'] = density
  else delete document.documentElement.dataset['density']
  for (const [name, chosen] of Object.entries({ density, language, clock })) {
    // What is stored is what differs, so that a page begins with what it has to do otherwise.
    write('localStorage', name, chosen === preferenceChoices[name as PreferenceName][0] ? undefined : chosen)
  }
}

let running: PreferencesRef | undefined

/**
 * How the app looks and writes for the person, who is signed in; begun once for each page. What the server has told is
 * `outdated` when it is older than what is stored.
 */
export const preferencesOf = (app: App, outdated?: object): PreferencesRef => (running ??= begin(app, outdated))

function begin({ api, config, session, theme, toasts }: App, outdated?: object): PreferencesRef {
  const otherTabs = new BroadcastChannel('preferences')
  // A channel is of one origin, and takes none.
  const tellOthers = otherTabs.postMessage.bind(otherTabs)
  const showing = (isNews: boolean) =>
    // An action of xstate's is such a function, to be called by xstate only.
    enqueueActions(({ enqueue }, { shown }: { shown: Chosen }) => {
      if (theme.getSnapshot().value !== shown.theme) enqueue.sendTo(theme, { type: 'theme.choose', theme: shown.theme })
      enqueue(() => {
        show(shown)
        writeNumbersAs(shown, isNews)
        // In the order in which it was chosen, which what is stored does not tell.
        if (!isNews) tellOthers(shown)
      })
    }) as unknown as SharedAction<{ shown: Chosen }>
  const machine = preferencesMachine.provide({
    actors: {
      savePreferences: fromPromise(async ({ input: { fields } }) => {
        const words = Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
        const arranged = layoutsIn(fields)
        const lists = Object.fromEntries(Object.entries(arranged).map(([list, layout]) => [list, layout ?? {}]))
        const body = { ...words, ...(Object.keys(lists).length > 0 && { lists }) }
        if (config.extensions) await (await api.extended('users')).client.users.setPreferences({ body })
        // Where there is no such server, what is stored here is all there is.
        Object.keys(arranged).forEach(stored.forgetHiddenColumns)
      }),
      preferenceNews: fromCallback(({ sendBack }) => {
        let known = outdated
        const tell = () => {
          const { user } = session.getSnapshot().context
          if (!user?.preferences || user.preferences === known) return
          known = user.preferences
          const chosen = user.preferences
          const words = Object.fromEntries(
            names.flatMap((name) => (chosen[name] ? [[name, choiceOf(name, chosen[name])]] : [])),
          )
          // What the server has of a list is as it took it; of a list that it has nothing of, nothing is arranged.
          const lists = named({ ...unarranged(stored.layouts()), ...(chosen.lists as Layouts | undefined) })
          sendBack({ type: 'preferences.hear', fields: { ...words, ...lists } })
        }
        const following = [
          session.subscribe(tell),
          theme.subscribe(({ value }) => sendBack({ type: 'preferences.choose', fields: { theme: value } })),
        ]
        const hear = ({ data }: MessageEvent<Chosen>) => sendBack({ type: 'preferences.hear', fields: data })
        otherTabs.addEventListener('message', hear)
        // After the machine's own first step, so that a recording has both.
        queueMicrotask(() => {
          // The person or another tab may have chosen before this code was there.
          const { value, context } = theme.getSnapshot()
          if (value === context.theme) sendBack({ type: 'preferences.hear', fields: storedChoices() })
          else sendBack({ type: 'preferences.choose', fields: { theme: value } })
          const kept = keptByBrowser(session.getSnapshot().context.user?.preferences?.lists ?? {})
          if (kept) {
            // What this browser shows of them already, the server has nothing of.
            sendBack({ type: 'preferences.hear', fields: unarranged(kept) })
            sendBack({ type: 'preferences.choose', fields: kept })
          }
          tell()
        })
        return () => {
          for (const one of following) one.unsubscribe()
          otherTabs.removeEventListener('message', hear)
        }
      }),
    },
    actions: {
      show: showing(false),
      showNews: showing(true),
      reportError: toastAction(toasts, ({ error }: { error: unknown }) => ({
        kind: 'error',
        message: errorMessage(error),
      })),
    },
  })
  const preferences = createActor(machine, {
    id: 'preferences',
    inspect: tap.observe,
    input: { shown: { ...storedChoices(), theme: theme.getSnapshot().context.theme } },
  })
  preferences.start()
  // What another tab has stored since this page came.
  show(storedChoices())
  writeNumbersAs(storedPreferences(), true)
  return preferences
}
