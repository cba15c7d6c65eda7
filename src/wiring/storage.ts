// Storage may be full or forbidden; the app then works on without remembering.

function read(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

function write(storage: Storage, key: string, value: string | undefined) {
  try {
    if (value === undefined) storage.removeItem(key)
    else storage.setItem(key, value)
  } catch {
    // Not remembered.
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

const tokenKey = 'auth_token'

/** What the browser remembers (SE-04, DT-03, RT-12). */
export const stored = {
  token: () => read(localStorage, tokenKey),
  setToken: (token: string | undefined) => write(localStorage, tokenKey, token),
  organizationId: () => read(localStorage, 'orgId') ?? undefined,
  setOrganizationId: (id: string | undefined) => write(localStorage, 'orgId', id),
  hiddenColumns: (table: string) => texts(parsed(read(localStorage, `hiddenColumns.${table}`))),
  setHiddenColumns: (table: string, columns: string[]) =>
    write(localStorage, `hiddenColumns.${table}`, JSON.stringify(columns)),
  theme: () => read(localStorage, 'theme'),
  setTheme: (theme: string) => write(localStorage, 'theme', theme),
  /** The tools for testers, for as long as the tab is open. */
  tools: () => parsed(read(sessionStorage, 'tools')),
  setTools: (tools: object | undefined) => write(sessionStorage, 'tools', tools && JSON.stringify(tools)),
  reloadedFor: () => texts(parsed(read(sessionStorage, 'reloadedFor'))),
  addReloadedFor: (message: string) =>
    write(
      sessionStorage,
      'reloadedFor',
      JSON.stringify([...texts(parsed(read(sessionStorage, 'reloadedFor'))), message]),
    ),
}

/** Calls back when another tab signs out or in; answers how to stop listening (SE-03). */
export function onOtherTabToken(changed: (token: string | null) => void) {
  const listen = (event: StorageEvent) => {
    if (event.storageArea !== localStorage) return
    if (event.key === tokenKey || event.key === null) changed(stored.token())
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
