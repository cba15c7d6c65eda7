import { callKey, type Scene } from '../../screens/inspector/scene'

// A window that keeps to itself: what it asks is answered from a recording, and what it stores is its own.

const says = 'This window answers from a recording, which has no answer to this. Nothing was sent to the server.'

class OwnStorage implements Storage {
  readonly #items = new Map<string, string>()

  get length(): number {
    return this.#items.size
  }

  clear(): void {
    this.#items.clear()
  }

  getItem(name: string): string | null {
    return this.#items.get(name) ?? null
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null
  }

  removeItem(name: string): void {
    this.#items.delete(name)
  }

  setItem(name: string, value: string): void {
    this.#items.set(name, value)
  }
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body ?? null), { status, headers: { 'content-type': 'application/json' } })

/** Never; as long as somebody waits for it. */
const never = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

async function answered({ answers, settings }: Scene, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  if (pathname === '/config.json') return json(200, settings)
  if (pathname === '/api/health') return json(200, '')
  if (pathname === '/api/v1/events') return json(404, {})
  const text = await request.clone().text()
  const { call, body } = callKey(request.method, pathname + search, text === '' ? undefined : JSON.parse(text))
  const like = answers.filter((one) => one.call === call && one.body === body)
  const last = like.findLast(({ isBefore }) => isBefore)
  if (last) {
    if (last.status === undefined) throw new TypeError('Failed to fetch')
    return json(last.status, last.answer)
  }
  // It was under way, and had not been answered yet.
  if (like.length > 0) return never(request.signal)
  return json(409, { success: false, message: says, error: { code: 'replayed', message: says } })
}

/** Answers whatever this window asks of a server, and keeps what it stores, and says to other tabs, from them. */
export function answerFrom(scene: Scene): void {
  const passOn = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname } = new URL(request.url)
    const isFile = origin === window.location.origin && request.method === 'GET' && pathname.startsWith('/assets/')
    return isFile ? passOn(request) : answered(scene, request)
  }
  navigator.sendBeacon = () => false
  XMLHttpRequest.prototype.send = () => {
    throw new TypeError(says)
  }
  // See chosenTheme.js.
  window.sessionStorage.setItem('replayed', 'yes')
  for (const area of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(window, area, { value: new OwnStorage(), configurable: true })
  for (const [name, value] of scene.remembered) window.localStorage.setItem(name, value)
  const own = (name: string) => `replayed.${scene.number}.${name}`
  const Channel = window.BroadcastChannel
  window.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(own(name))
    }
  }
  // Without locks nothing is shared with other tabs.
  Reflect.deleteProperty(Object.getPrototypeOf(navigator) as object, 'locks')
  const databases = window.indexedDB
  const open = databases.open.bind(databases)
  databases.open = (name, version) => open(own(name), version)
}
