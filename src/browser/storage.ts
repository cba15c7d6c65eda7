// Storage may be full or forbidden; what belongs there is then kept in memory, for as long as the page is open.

type Area = 'localStorage' | 'sessionStorage'

/** What could not be stored, by area and key; null for what could not be removed. */
const memory = new Map<string, string | null>()
let listener: (() => void) | undefined
let isForgetful = false

/** Calls back once, when the browser turns out not to store what it is given, also if it has turned out already. */
export function onForgetful(call: () => void): void {
  listener = call
  if (isForgetful) call()
}

/** What is to be said of that. */
export const storesNothing =
  'This browser stores nothing for this page. You will have to sign in again in every new tab.'

function fallBack() {
  if (isForgetful) return
  isForgetful = true
  listener?.()
}

export function read(area: Area, key: string): string | null {
  const kept = memory.get(`${area} ${key}`)
  if (kept !== undefined) return kept
  try {
    return window[area].getItem(key)
  } catch {
    fallBack()
    return null
  }
}

export function write(area: Area, key: string, value: string | undefined) {
  memory.delete(`${area} ${key}`)
  try {
    // First, so that nothing outdated is left when there is no room for what is new.
    window[area].removeItem(key)
    if (value !== undefined) window[area].setItem(key, value)
  } catch {
    memory.set(`${area} ${key}`, value ?? null)
    fallBack()
  }
}

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((element) => typeof element === 'string') : []

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const tokenKey = 'auth_token'

/** What the browser remembers, or this page if the browser does not (SE-04, DT-03, RT-12). */
export const stored = {
  token: () => read('localStorage', tokenKey),
  setToken: (token: string | undefined) => write('localStorage', tokenKey, token),
  organizationId: () => read('localStorage', 'orgId') ?? undefined,
  setOrganizationId: (id: string | undefined) => write('localStorage', 'orgId', id),
  /** Drafts that were begun in this browser, and of which the server has been told nothing yet; the newest only. */
  untoldDrafts: () => texts(parsed(read('localStorage', 'untoldDrafts'))),
  addUntoldDraft: (id: string) =>
    write('localStorage', 'untoldDrafts', JSON.stringify([...stored.untoldDrafts(), id].slice(-50))),
  /** What a browser kept of each table before the server did; once it is there, it is here no more. */
  hiddenColumns: (table: string) => texts(parsed(read('localStorage', `hiddenColumns.${table}`))),
  forgetHiddenColumns: (table: string) => write('localStorage', `hiddenColumns.${table}`, undefined),
  /** How the columns of each list are arranged, by its name. */
  layouts: () => fieldsOf(parsed(read('localStorage', 'lists'))),
  setLayouts: (layouts: object) => write('localStorage', 'lists', JSON.stringify(layouts)),
  /** The address of the view with which a list begins, of a person in an organization. */
  defaultView: (of: string, list: string): object | undefined => {
    const kept = parsed(read('localStorage', `defaultView.${of}.${list}`))
    return kept ? fieldsOf(kept) : undefined
  },
  setDefaultView: (of: string, list: string, search: object | undefined) =>
    write('localStorage', `defaultView.${of}.${list}`, search && JSON.stringify(search)),
  setTheme: (theme: string) => write('localStorage', 'theme', theme),
  /** The tools for testers, for as long as the tab is open. */
  tools: () => parsed(read('sessionStorage', 'tools')),
  setTools: (tools: object | undefined) => write('sessionStorage', 'tools', tools && JSON.stringify(tools)),
  reloadedFor: () => texts(parsed(read('sessionStorage', 'reloadedFor'))),
  addReloadedFor: (message: string) =>
    write(
      'sessionStorage',
      'reloadedFor',
      JSON.stringify([...texts(parsed(read('sessionStorage', 'reloadedFor'))), message]),
    ),
}

/** Calls back when another tab signs out or in; answers how to stop listening (SE-03). */
export function onOtherTabToken(changed: (token: string | null) => void) {
  const listen = (event: StorageEvent) => {
    if (event.key !== tokenKey && event.key !== null) return
    // What another tab could store is newer than what this one had to keep to itself.
    memory.delete(`localStorage ${tokenKey}`)
    changed(stored.token())
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
